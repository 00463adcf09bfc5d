import { type Config, isLoopback, type MetricsConfig } from '#server/platform/config.ts'
import { findUnverifiedHosts } from '#server/platform/db/adapters/connection-security.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'

type TransportConfig = Pick<Config, 'databaseUrl' | 'exposedBy' | 'behindProxy' | 'mail' | 'metrics'>

export const checkTransport: Check = async ({ config }) => listTransportFindings(config)

/** Whether what leaves the machine is encrypted, as far as the settings show it. */
export const listTransportFindings = (config: TransportConfig): Finding[] => [
  checkHttps(config),
  ...(config.databaseUrl === undefined ? [] : [checkDatabaseConnection(config.databaseUrl)]),
  ...checkMetrics(config.metrics),
]

function checkHttps({ exposedBy, behindProxy, mail }: TransportConfig): Finding {
  const subject = 'HTTPS'
  const { protocol, hostname } = new URL(mail.apiUrl, 'https://site.invalid')
  if (protocol === 'http:' && !isLoopback(hostname))
    return createError(
      subject,
      `browsers are sent to ${mail.apiUrl}, without encryption`,
      'Set PUBLIC_API_URL to https://…, and build the site again with it.',
    )
  if (behindProxy) return createOk(subject, 'is left to the proxy (BEHIND_PROXY=1)')
  if (exposedBy === undefined) return createOk(subject, 'is not needed: only this machine reaches the server')
  return createError(
    subject,
    `other machines reach the server without encryption (${exposedBy})`,
    'Put a proxy with TLS in front of it (docs/hosting.md), set BEHIND_PROXY=1, and remove HOST.',
  )
}

function checkDatabaseConnection(url: string): Finding {
  const subject = 'database connection'
  const hosts = findUnverifiedHosts(url)
  if (hosts.length === 0) return createOk(subject, 'stays on this machine, or verifies the server')
  return createError(
    subject,
    `${hosts.join(', ')}: nobody verifies which server answers, and encryption is not required`,
    'Append ?sslmode=verify-full to DATABASE_URL, and name the server as its certificate does, not by an address. ' +
      'See docs/operating.md, “PostgreSQL on another machine”.',
  )
}

function checkMetrics({ token, listener }: MetricsConfig): Finding[] {
  if (!listener || token || isLoopback(listener.host)) return []
  return [
    createWarning(
      'metrics',
      `other machines read them without a token (METRICS_HOST=${listener.host})`,
      'Set METRICS_TOKEN, and tell it to Prometheus. See docs/operating.md, “Monitoring”.',
    ),
  ]
}
