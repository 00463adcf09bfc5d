import { access, constants, statfs } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type StoredSecret, selectStoredSecrets } from '#server/operations/stored-secrets.ts'
import { isEncryptedWith, readSecretKey } from '#server/platform/auth/encryption.ts'
import { isLocalDomain } from '#server/platform/auth/sites.ts'
import {
  type Checks,
  error,
  type Finding,
  type Findings,
  ok,
  warning,
} from '#server/platform/command-line/finding.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { hasFakeYoutube } from '#server/platform/db/demo-state.ts'
import { findCluster, tablePlacements } from '#server/platform/db/distribution.ts'
import { formatMigrations, listMissingMigrations, MigrationError } from '#server/platform/db/migrate.ts'
import { Count, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createMailServer } from '#server/platform/mail/smtp.ts'
import { listPrivacyFindings } from './privacy-checks.ts'
import { listTransportFindings } from './transport-checks.ts'

const minNodeVersion = 24
const minServerVersion = 150_000
const mebibyte = 1024 * 1024
const minComfortableBytes = 1024 * mebibyte
const minRequiredBytes = 128 * mebibyte
const maxClockSkewMs = 5_000
const mailGuide = 'See docs/operating/start/mail.md.'

export const checks: Checks = {
  environment: async ({ db, config }) => [
    checkNode(process.versions.node),
    config.databaseUrl === undefined && (await checkDataFolder(config.dataDir)),
    await checkClock(db),
  ],
  youtube: ({ db, config }) => checkYoutube(db, config),
  secrets: ({ db, config }) => checkSecretKey(db, config),
  transport: async ({ config }) => listTransportFindings(config),
  privacy: ({ config }) => listPrivacyFindings(config.dataDir),
  async database({ db }) {
    const cluster = await findCluster(db)
    const { version, versionNumber, bytes } = await queryOne(
      db,
      ServerRow,
      sql`select current_setting('server_version') as version,
        current_setting('server_version_num')::integer as "versionNumber",
        pg_database_size(current_database()) as bytes`,
    )
    const kind = db.engine === 'pglite' ? 'embedded' : cluster ? 'coordinator' : 'single server'
    const message = `PostgreSQL ${version} (${kind}), ${formatInteger(Math.ceil(bytes / mebibyte))} MiB`
    return [
      versionNumber >= minServerVersion
        ? ok('database', message)
        : error('database', message, 'Use PostgreSQL 15 or newer.'),
      cluster && (await checkCluster(db, cluster)),
    ]
  },
  async migrations({ db }) {
    try {
      const missing = await listMissingMigrations(db)
      if (missing.length === 0) return ok('schema', 'every migration is applied')
      const message = `the database lacks migrations of this version (${formatMigrations(missing)})`
      return error('schema', message, 'Start a server of this version, or run: migrate')
    } catch (cause) {
      if (!(cause instanceof MigrationError)) throw cause
      return error('schema', 'the migrations are not those of this version', cause.message)
    }
  },
  async mail({ db, config }) {
    const counts = await queryOne(db, MailCounts, mailCounts)
    const { smtp } = config.mail
    const problems = [
      counts.failed > 0 && `${formatCount(counts.failed, 'mail')} failed in the last day`,
      counts.uncertain > 0 && `${formatCount(counts.uncertain, 'mail')} may not have arrived`,
      counts.late > 0 && smtp && `${formatCount(counts.late, 'mail')} waiting for more than an hour`,
    ].filter((problem) => problem)
    return [
      smtp ? await checkMailServer(smtp) : await checkMissingMailServer(db, counts.queued),
      problems.length > 0 &&
        warning(
          'outbox',
          problems.join(', '),
          'See: mail list --state failed (or uncertain, queued); then mail retry <id>',
        ),
    ]
  },
  async jobs({ db }) {
    const subject = 'background jobs'
    const { exists } = await queryOne(db, JobTable, sql`select to_regclass('jobs.job') is not null as exists`)
    if (!exists) return ok(subject, 'none so far')
    const queues = await db.query(
      WaitingJobs,
      sql`select name,
        count(*) as count
      from jobs.job
      where state::text in ('created', 'retry')
        and start_after < now() - interval '1 hour'
      group by name
      order by name`,
    )
    if (queues.length === 0) return ok(subject, 'none has waited for more than an hour')
    const total = queues.reduce((sum, { count }) => sum + count, 0)
    const details = queues.map(({ name, count }) => `${name} ${count}`).join(', ')
    return warning(
      subject,
      `${formatCount(total, 'job')} waiting for more than an hour (${details})`,
      'Start a server, which runs them; if one is running, its log says what went wrong.',
    )
  },
}

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= minNodeVersion) return ok('Node', version)
  const fix = `Use Node ${minNodeVersion} or newer; npm start and npm run operator bring their own.`
  return warning('Node', version, fix)
}

async function checkDataFolder(dataDir: string): Promise<Finding> {
  const subject = 'data folder'
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return error(subject, `${dataDir} is not writable (${code})`, 'Make the server’s user its owner.')
  }
  const { bavail, bsize } = await statfs(dataDir)
  const freeBytes = bavail * bsize
  const message = `${dataDir}, ${formatInteger(Math.floor(freeBytes / mebibyte))} MiB free`
  if (freeBytes >= minComfortableBytes) return ok(subject, message)
  const fix = 'Free some space, or move the folder (DATA_DIR): a full disk stops every change.'
  return (freeBytes < minRequiredBytes ? error : warning)(subject, message, fix)
}

async function checkYoutube(db: Database, config: Config): Promise<Finding> {
  const { key, dailyUnits } = config.youtube
  if (key !== undefined) return ok('YouTube', `API key set, ${formatInteger(dailyUnits)} calls a day`)
  const effect =
    config.demo && (await hasFakeYoutube(db))
      ? 'the demo’s fake YouTube answers, which knows no real channels'
      : 'channels can be neither registered nor verified'
  const fix = 'Set YOUTUBE_API_KEY. See docs/operating/start/youtube-key.md.'
  return warning('YouTube', `there is no API key: ${effect}`, fix)
}

/** A different key makes authenticator codes uncheckable and YouTube reports unfetchable. */
async function checkSecretKey(db: Database, config: Config): Promise<Finding> {
  const subject = 'secret key'
  const secrets = await selectStoredSecrets(db)
  const key = await readSecretKey(config)
  const old = config.oldSecretKey
  const others = secrets.filter(({ ciphertext }) => !key || !isEncryptedWith(key, ciphertext))
  const unreadable = others.filter(({ ciphertext }) => !old || !isEncryptedWith(old, ciphertext))
  if (unreadable.length > 0)
    return error(
      subject,
      `${formatSecrets(unreadable)} cannot be used: encrypted with another key`,
      'Set SECRET_KEY, or restore secret.key in DATA_DIR, as it was. If it is lost, run account reset-factors for those people, and youtube connect; payees enter their payout accounts again.',
    )
  if (others.length > 0)
    return warning(subject, `${formatSecrets(others)} encrypted with SECRET_KEY_OLD`, 'Run reencrypt.')
  if (old) return warning(subject, 'SECRET_KEY_OLD is no longer needed', 'Remove it from all servers.')
  if (config.secretKey) return ok(subject, 'set by SECRET_KEY')
  if (config.databaseUrl === undefined) return ok(subject, key ? 'in DATA_DIR' : 'created when needed')
  return warning(
    subject,
    `SECRET_KEY is not set: each server uses the key file of its own DATA_DIR (${config.dataDir})`,
    'With several servers, or before the folder is lost, set SECRET_KEY to the content of secret.key on all of them.',
  )
}

/** "1 authenticator app, 2 YouTube consents" */
const formatSecrets = (secrets: readonly StoredSecret[]) =>
  [...Map.groupBy(secrets, ({ kind }) => kind)].map(([kind, own]) => formatCount(own.length, kind)).join(', ')

const ClockRow = z.object({ ms: Integer })

/** Clock skew makes sessions and one-time codes expire too early or too late. */
async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { ms } = await queryOne(
    db,
    ClockRow,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  )
  const skewMs = Math.max(0, before - ms, ms - Date.now())
  if (skewMs <= maxClockSkewMs) return ok('clock', 'agrees with the database')
  const message = `${Math.round(skewMs / 1000)} s off the database`
  return warning('clock', message, 'Synchronize the clocks of both machines (NTP).')
}

const ServerRow = z.object({ version: z.string(), versionNumber: Integer, bytes: Count })
const UnreachableNode = z.object({ node: z.string() })

type Cluster = NonNullable<Awaited<ReturnType<typeof findCluster>>>

async function checkCluster(db: Database, { version, workers, tables, shards }: Cluster): Promise<Findings> {
  const missing = tablePlacements.distributed.filter((table) => !tables.includes(table))
  const parts = `${formatCount(shards, 'shard')} on ${formatCount(workers, 'worker')}`
  const unreachable = await db.query(
    UnreachableNode,
    sql`select distinct format('%s:%s', to_nodename, to_nodeport) as node
    from citus_check_cluster_node_health()
    where result is not true
    order by node`,
  )
  const nodes = unreachable.map(({ node }) => node).join(', ')
  return [
    missing.length === 0
      ? ok('distribution', `Citus ${version}, ${formatCount(tables.length, 'table')} in ${parts}`)
      : warning(
          'distribution',
          tables.length === 0
            ? `Citus ${version} is installed, but all tables are on this server`
            : `these tables are still on the coordinator: ${missing.join(', ')}`,
          'Run: distribute',
        ),
    nodes === ''
      ? ok('nodes', 'all reach each other')
      : error('nodes', `not reachable: ${nodes}`, 'Start them, or repair the network between the nodes.'),
  ]
}

const MailCounts = z.object({ failed: Count, uncertain: Count, queued: Count, late: Count })

const mailCounts = sql`select count(*) filter (where state = 'failed' and changed_at > now() - interval '1 day') as failed,
  count(*) filter (
    where (state = 'uncertain' and changed_at > now() - interval '1 day')
      or (state = 'sending' and changed_at < now() - interval '1 hour')
  ) as uncertain,
  count(*) filter (where state = 'queued') as queued,
  count(*) filter (where state = 'queued' and created_at < now() - interval '1 hour') as late
from mails
where state <> 'sent'`

async function checkMailServer(smtp: NonNullable<Config['mail']['smtp']>): Promise<Finding> {
  const address = `${smtp.host}:${smtp.port}`
  try {
    await createMailServer(smtp).verify()
    return ok('mail', `${address} answers${smtp.credentials ? ' and accepts the password' : ''}`)
  } catch (cause) {
    const { message } = cause as Error
    return error('mail', `${address} does not work: ${message}`, `Check SMTP_URL. ${mailGuide}`)
  }
}

const DomainRow = z.object({ domain: z.string() })

async function checkMissingMailServer(db: Database, queued: number): Promise<Finding> {
  const domains = await db.query(DomainRow, sql`select domain from sites`)
  const message = `SMTP_URL is not set: ${formatCount(queued, 'mail')} in the outbox`
  return domains.every(({ domain }) => isLocalDomain(domain))
    ? ok('mail', message)
    : warning('mail', `${message}, and none leaves`, `Set SMTP_URL. ${mailGuide}`)
}

const JobTable = z.object({ exists: z.boolean() })
const WaitingJobs = z.object({ name: z.string(), count: Count })
