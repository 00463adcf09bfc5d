import { error, type Finding, ok, warning } from '#server/platform/command-line/finding.ts'
import { type Config, isLoopback } from '#server/platform/config.ts'
import { findUnverifiedHosts } from '#server/platform/db/adapters/connection-security.ts'

type TransportConfig = Pick<Config, 'databaseUrl' | 'exposedBy' | 'behindProxy' | 'mail' | 'metrics'>

/** Checks whether data that leave the machine are encrypted, as far as the settings show it. */
export function listTransportFindings(config: TransportConfig): Finding[] {
  const { databaseUrl, metrics } = config
  const isReadable = metrics.listener && !metrics.token && !isLoopback(metrics.listener.host)
  return [
    checkHttps(config),
    ...(databaseUrl === undefined ? [] : [checkDatabaseConnection(databaseUrl)]),
    ...(isReadable
      ? [
          warning(
            'metrics',
            `other machines read them without a token (METRICS_HOST=${metrics.listener?.host})`,
            'Set METRICS_TOKEN, and configure Prometheus with it. See docs/operating/start/monitoring.md.',
          ),
        ]
      : []),
  ]
}

function checkHttps({ exposedBy, behindProxy, mail: { apiUrl } }: TransportConfig): Finding {
  const subject = 'HTTPS'
  const { protocol, hostname } = new URL(apiUrl, 'https://site.invalid')
  if (protocol === 'http:' && !isLoopback(hostname))
    return error(
      subject,
      `browsers are sent to ${apiUrl}, without encryption`,
      'Set PUBLIC_API_URL to https://…, and build the site again with it.',
    )
  if (behindProxy) return ok(subject, 'is left to the proxy (BEHIND_PROXY=1)')
  if (exposedBy === undefined) return ok(subject, 'is not needed: only this machine reaches the server')
  return error(
    subject,
    `other machines reach the server without encryption (${exposedBy})`,
    'Put a proxy with TLS in front of it (docs/hosting.md), set BEHIND_PROXY=1, and remove HOST.',
  )
}

function checkDatabaseConnection(url: string): Finding {
  const subject = 'database connection'
  const hosts = findUnverifiedHosts(url)
  if (hosts.length === 0) return ok(subject, 'stays on this machine, or verifies the server')
  return error(
    subject,
    `${hosts.join(', ')}: nobody verifies which server answers, and encryption is not required`,
    'Append ?sslmode=verify-full to DATABASE_URL, and name the server as its certificate does, not by an address. ' +
      'See docs/operating/start/database-network.md.',
  )
}
