import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ExpectedError } from './expected-error.ts'
import type { AddressDetail } from './log-address.ts'

/** Only this module reads the environment. */
/**
 * A screen asks six questions at most, and somebody who switches periods as fast as a screen can draw them asks thirty a
 * second for a while. Twenty a second for a whole minute is a program that copies.
 */
export const defaultReadsPerMinute = 1_200

export interface Config {
  /** `postgres://…`; undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  mediaDir: string
  /** Licensed files of tracks, which only people who are signed in get. */
  trackFilesDir: string
  host: string
  port: number
  /** Server processes that share the port. */
  processCount: number
  /** Numbers processes from 1; set by their primary, undefined with a single process. */
  processNumber: number | undefined
  /** Trusts `X-Forwarded-For` and `X-Forwarded-Proto`. */
  behindProxy: boolean
  demo: boolean
  /** The setting through which other machines can reach the server. */
  exposedBy: string | undefined
  /** An empty installation would get the demo if it were not exposed. */
  isDemoWithheld: boolean
  logLevel: string
  logAddresses: AddressDetail
  /** The limit applies to each account, in each process. */
  readsPerMinute: number
  /** Encrypts secrets in the database; undefined: the key file in `dataDir`. */
  secretKey: Uint8Array | undefined
  /** The previous key during rotation; it only decrypts. */
  oldSecretKey: Uint8Array | undefined
  youtube: {
    url: string
    key: string | undefined
    /** Requests per day across all instances. */
    dailyUnits: number
  }
  reporting: ReportingConfig
  /** Exchange rates by themselves: a CSV file, a folder of them, or an address. */
  ratesSource: { url: string } | { path: string } | undefined
  mail: MailConfig
  metrics: MetricsConfig
}

/** Nobody can read metrics without a token or a listener. */
export interface MetricsConfig {
  /** Opens `/api/metrics`, and is asked for by the listener as well. */
  token: string | undefined
  listener: { host: string; port: number } | undefined
}

export interface ReportingConfig {
  url: string
  /** Undefined: nobody can consent. */
  oauth: OauthConfig | undefined
  /** Folder of the reports as they were downloaded. */
  spoolDir: string
  spool: {
    /** Report days of each content owner. */
    days: number
    /** The limit applies to each content owner. */
    bytes: number
  }
}

export interface OauthConfig {
  authorizationUrl: string
  tokenUrl: string
  revocationUrl: string
  client: { id: string; secret: string }
}

export interface MailConfig {
  /** Undefined: mail stays in the outbox. */
  smtp: SmtpConfig | undefined
  /** Undefined: no-reply at the site's domain. `name` defaults to the site's. */
  from: { address: string; name: string | undefined } | undefined
  /** Links use this address of the API: a path of the site, or a URL. */
  apiUrl: string
}

export interface SmtpConfig {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, which only a loopback server may lack. */
  isSecure: boolean
  isLoopback: boolean
  credentials: { user: string; password: string } | undefined
}

/** The message is shown to users. */
export class ConfigError extends ExpectedError {}

const defaultPort = 4321

type Environment = Readonly<Record<string, string | undefined>>

/** Each may come from a file, as secret managers provide it: `SMTP_URL_FILE` for `SMTP_URL`. */
const secretVariables = [
  'DATABASE_URL',
  'METRICS_TOKEN',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'SMTP_URL',
  'YOUTUBE_API_KEY',
  'YOUTUBE_CLIENT_SECRET',
] as const

const readSecretFiles = (environment: Environment): Environment => ({
  ...environment,
  ...Object.fromEntries(
    secretVariables.flatMap((name) => {
      const path = environment[`${name}_FILE`]
      return path ? [[name, readSecretFile(name, path, environment[name])]] : []
    }),
  ),
})

function readSecretFile(name: string, path: string, other: string | undefined): string {
  if (other) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`)
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text) return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${name}_FILE: the file ${path} cannot be read (${code}).`)
  }
  throw new ConfigError(`${name}_FILE: the file ${path} is empty.`)
}

/** @throws {ConfigError} */
export function readConfig(variables: Environment): Config {
  const environment = readSecretFiles(variables)
  const databaseUrl = environment.DATABASE_URL || undefined
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError('DATABASE_URL must begin with postgres:// (or be unset for the embedded database).')
  }
  const dataDir = resolve(environment.DATA_DIR || '.data')
  const host = environment.HOST || 'localhost'
  const behindProxy = parseFlag('BEHIND_PROXY', environment.BEHIND_PROXY, false)
  const exposedBy = isLoopback(host) ? (behindProxy ? 'BEHIND_PROXY=1' : undefined) : `HOST=${host}`
  const isDemoDefault = databaseUrl === undefined
  return {
    databaseUrl,
    dataDir,
    mediaDir: environment.MEDIA_DIR ? resolve(environment.MEDIA_DIR) : join(dataDir, 'media'),
    trackFilesDir: environment.TRACK_FILES_DIR
      ? resolve(environment.TRACK_FILES_DIR)
      : join(dataDir, 'track-files'),
    host,
    port: parsePort('PORT', environment.PORT, defaultPort),
    processCount: parseProcessCount(environment.WEB_CONCURRENCY, databaseUrl),
    processNumber: Number(environment.PROCESS_NUMBER) || undefined,
    behindProxy,
    demo: parseFlag('DEMO', environment.DEMO, isDemoDefault && exposedBy === undefined),
    exposedBy,
    isDemoWithheld: !environment.DEMO && isDemoDefault && exposedBy !== undefined,
    logLevel: parseChoice('LOG_LEVEL', environment.LOG_LEVEL, ['info', 'silent', 'error', 'warn', 'debug']),
    readsPerMinute: parseUnits('READS_PER_MINUTE', environment.READS_PER_MINUTE, defaultReadsPerMinute),
    logAddresses: parseChoice('LOG_ADDRESSES', environment.LOG_ADDRESSES, ['network', 'full', 'none']),
    secretKey: parseSecretKeyVariable('SECRET_KEY', environment.SECRET_KEY),
    oldSecretKey: parseSecretKeyVariable('SECRET_KEY_OLD', environment.SECRET_KEY_OLD),
    youtube: {
      url: parseProtectedUrl('YOUTUBE_API_URL', environment.YOUTUBE_API_URL, 'https://www.googleapis.com'),
      key: parseYoutubeKey(environment.YOUTUBE_API_KEY),
      dailyUnits: parseUnits('YOUTUBE_DAILY_UNITS', environment.YOUTUBE_DAILY_UNITS, 10_000),
    },
    reporting: parseReporting(environment, dataDir),
    ratesSource: parseRatesSource(environment.RATES_SOURCE),
    mail: {
      smtp: environment.SMTP_URL ? parseSmtpUrl(environment.SMTP_URL) : undefined,
      from: environment.MAIL_FROM ? parseSender(environment.MAIL_FROM) : undefined,
      apiUrl: parseApiUrl(environment.PUBLIC_API_URL),
    },
    metrics: {
      token: parseMetricsToken(environment.METRICS_TOKEN),
      listener: parseMetricsListener(environment),
    },
  }
}

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** HTTPS, and plain HTTP on this machine only: requests carry a secret. */
function parseProtectedUrl(name: string, text: string | undefined, fallback: string): string {
  if (!text) return fallback
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlainUrl = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
  if (!isPlainUrl) throw new ConfigError(`${name} must be an address like ${fallback}, without a query.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError(
      `${name} must begin with https:// unless it is on this machine: requests to it carry a secret.`,
    )
  return url.href.replace(/\/+$/, '')
}

/** 32 bytes in hex or base64. @returns null when it is neither */
export function parseSecretKey(text: string): Uint8Array | null {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  return /^[\w+/-]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : null
}

/** The error message omits the key, which is a secret. */
function parseSecretKeyVariable(name: string, text: string | undefined): Uint8Array | undefined {
  if (!text) return undefined
  const key = parseSecretKey(text)
  if (key) return key
  throw new ConfigError(`${name} must be 32 bytes in base64 or hex. Make one with: openssl rand -base64 32`)
}

/** The error message omits the key, which is a secret. */
function parseYoutubeKey(text: string | undefined): string | undefined {
  const key = text?.trim()
  if (!key) return undefined
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new ConfigError(
    'YOUTUBE_API_KEY must be a key of the YouTube Data API v3: one word of letters and digits.',
  )
}

/** The error message omits the token, which is a secret. */
function parseMetricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^[\x21-\x7e]{20,}$/.test(text)) return text
  throw new ConfigError(
    'METRICS_TOKEN must have at least 20 characters: letters, digits and signs, no spaces. Make one with: openssl rand -hex 32',
  )
}

function parseMetricsListener({
  METRICS_HOST: host,
  METRICS_PORT: text,
  PORT,
}: Environment): MetricsConfig['listener'] {
  if (!text) {
    if (host) throw new ConfigError('METRICS_HOST needs METRICS_PORT, the port that it is the address of.')
    return undefined
  }
  const port = parsePort('METRICS_PORT', text, 0)
  if (port !== 0 && port === parsePort('PORT', PORT, defaultPort))
    throw new ConfigError(`METRICS_PORT must differ from PORT, which is ${port}, too.`)
  return { host: host || 'localhost', port }
}

/** An address needs HTTPS: whoever changes rates on their way changes what people are paid. */
function parseRatesSource(text: string | undefined): Config['ratesSource'] {
  if (!text) return undefined
  if (!/^\w+:\/\//.test(text)) return { path: resolve(text) }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url && isSafe && !url.username && !url.password) return { url: url.href }
  throw new ConfigError(
    'RATES_SOURCE must be a file, a folder or an address that begins with https://, without a password.',
  )
}

const megabyte = 1024 ** 2

function parseReporting(environment: Environment, dataDir: string): ReportingConfig {
  return {
    url: parseProtectedUrl(
      'YOUTUBE_REPORTING_URL',
      environment.YOUTUBE_REPORTING_URL,
      'https://youtubereporting.googleapis.com',
    ),
    oauth: parseOauth(environment),
    spoolDir: environment.SPOOL_DIR ? resolve(environment.SPOOL_DIR) : join(dataDir, 'spool'),
    spool: {
      days: parseUnits('SPOOL_DAYS', environment.SPOOL_DAYS, 10),
      bytes: parseUnits('SPOOL_MEGABYTES', environment.SPOOL_MEGABYTES, 20_000) * megabyte,
    },
  }
}

/** The error messages omit the secret. */
function parseOauth({
  YOUTUBE_CLIENT_ID: id,
  YOUTUBE_CLIENT_SECRET: secret,
  YOUTUBE_OAUTH_URL: url,
}: Environment): OauthConfig | undefined {
  if (!id && !secret) return undefined
  if (!id || !secret)
    throw new ConfigError(
      `YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET belong together: ${id ? 'the secret' : 'the id'} is missing.`,
    )
  const client = { id: id.trim(), secret: secret.trim() }
  if (!url)
    return {
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      revocationUrl: 'https://oauth2.googleapis.com/revoke',
      client,
    }
  const base = parseProtectedUrl('YOUTUBE_OAUTH_URL', url, 'https://oauth.example')
  return {
    authorizationUrl: `${base}/o/oauth2/v2/auth`,
    tokenUrl: `${base}/token`,
    revocationUrl: `${base}/revoke`,
    client,
  }
}

const defaultSmtpPorts = { 'smtp:': 587, 'smtps:': 465 }

/** The error message omits the URL, which contains a password. */
function parseSmtpUrl(text: string): SmtpConfig {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const user = decode(url?.username)
  const password = decode(url?.password)
  const isValid =
    url !== undefined &&
    (url.protocol === 'smtp:' || url.protocol === 'smtps:') &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search + url.hash === '' &&
    user !== undefined &&
    password !== undefined &&
    (user === '') === (password === '')
  if (!isValid)
    throw new ConfigError(
      'SMTP_URL must be an address like smtp://user:password@mail.example:587 or smtps://user:password@mail.example, with special characters of user and password percent-encoded.',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(url.port) || defaultSmtpPorts[url.protocol as keyof typeof defaultSmtpPorts],
    isSecure: url.protocol === 'smtps:',
    isLoopback: isLoopback(host),
    credentials: user === '' ? undefined : { user, password },
  }
}

function decode(text = ''): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const emailPattern = /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+$/u

function parseSender(text: string): { address: string; name: string | undefined } {
  const [, quotedName, plainName, address = text.trim()] =
    /^\s*(?:"([^"]*)"|([^<>"]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const name = (quotedName ?? plainName ?? '').trim()
  if (emailPattern.test(address) && !/[\p{Cc}\p{Cf}]/u.test(name)) return { address, name: name || undefined }
  throw new ConfigError(
    'MAIL_FROM must be an email address, with or without a name: Studio <no-reply@studio.example>.',
  )
}

const parseApiUrl = (text: string | undefined): string =>
  text && URL.canParse(text) && /^https?:/.test(text) ? text.replace(/\/+$/, '') : '/api'

function parseUnits(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new ConfigError(`${name} must be a whole number from 1 to 999999999, not "${text}".`)
}

const maxProcessCount = 64

function parseProcessCount(text: string | undefined, databaseUrl: string | undefined): number {
  if (!text) return 1
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > maxProcessCount)
    throw new ConfigError(
      `WEB_CONCURRENCY must be a whole number from 1 to ${maxProcessCount}, not "${text}".`,
    )
  if (count > 1 && databaseUrl === undefined)
    throw new ConfigError(
      `WEB_CONCURRENCY=${text} needs a PostgreSQL server (DATABASE_URL): only one process can use the embedded database.`,
    )
  return count
}

function parsePort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}".`)
}

function parseFlag(name: string, text: string | undefined, fallback: boolean): boolean {
  if (!text) return fallback
  if (text === '1' || text === '0') return text === '1'
  throw new ConfigError(`${name} must be 1 or 0, not "${text}".`)
}

function parseChoice<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  if (!text) return choices[0]
  const choice = choices.find((candidate) => candidate === text)
  if (choice) return choice
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${text}".`)
}
