import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Cluster, findCluster, tablePlacements } from '#server/platform/db/distribution.ts'
import { isMigrated } from '#server/platform/db/migrate.ts'
import { Count, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount, formatInteger } from './format.ts'

const minServerVersion = 150_000
const mebibyte = 1024 * 1024

const ServerRow = z.object({ version: z.string(), versionNumber: Integer, bytes: Count })

export const checkDatabase: Check = async ({ db }) => {
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
  const isSupported = versionNumber >= minServerVersion
  return [
    isSupported
      ? createOk('database', message)
      : createError('database', message, 'Use PostgreSQL 15 or newer.'),
    ...(cluster ? [checkPlacements(cluster), ...(await checkNodes(db))] : []),
  ]
}

function checkPlacements({ version, workers, tables, shards }: Cluster): Finding {
  const subject = 'distribution'
  const missing = tablePlacements.distributed.filter((table) => !tables.includes(table))
  const parts = `${formatCount(shards, 'shard')} on ${formatCount(workers, 'worker')}`
  if (missing.length === 0)
    return createOk(subject, `Citus ${version}, ${formatCount(tables.length, 'table')} in ${parts}`)
  const message =
    tables.length === 0
      ? `Citus ${version} is installed, but all tables are on this server`
      : `these tables are still on the coordinator: ${missing.join(', ')}`
  return createWarning(subject, message, 'Run: distribute')
}

const UnreachableNode = z.object({ node: z.string() })

async function checkNodes(db: Queryable): Promise<Finding[]> {
  const unreachable = await db.query(
    UnreachableNode,
    sql`select distinct format('%s:%s', to_nodename, to_nodeport) as node
    from citus_check_cluster_node_health()
    where result is not true
    order by node`,
  )
  if (unreachable.length === 0) return [createOk('nodes', 'all reach each other')]
  const nodes = unreachable.map(({ node }) => node).join(', ')
  return [
    createError('nodes', `not reachable: ${nodes}`, 'Start them, or repair the network between the nodes.'),
  ]
}

export const checkMigrations: Check = async ({ db }) => {
  if (await isMigrated(db)) return [createOk('schema', 'every migration is applied')]
  const fix = 'Start the newest version of the server once, or run any command with it.'
  return [createError('schema', 'some migrations are missing', fix)]
}

const StaleLists = z.object({ isStale: z.boolean() })

export const checkLists: Check = async ({ db }) => {
  const { isStale } = await queryOne(
    db,
    StaleLists,
    sql`select exists (select from report_state where lists_revision <> data_revision) as "isStale"`,
  )
  if (!isStale) return [createOk('lists', 'up to date with the figures')]
  return [
    createWarning(
      'lists',
      'older than the figures, so that reports do not agree with each other',
      'If this lasts while no import is running, restart the server or import the newest folder again.',
    ),
  ]
}

const JobTable = z.object({ exists: z.boolean() })
const WaitingJobs = z.object({ name: z.string(), count: Count })

export const checkJobs: Check = async ({ db }) => {
  const subject = 'background jobs'
  const { exists } = await queryOne(db, JobTable, sql`select to_regclass('jobs.job') is not null as exists`)
  if (!exists) return [createOk(subject, 'none so far')]
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
  if (queues.length === 0) return [createOk(subject, 'none has waited for more than an hour')]
  const total = queues.reduce((sum, { count }) => sum + count, 0)
  const details = queues.map(({ name, count }) => `${name} ${count}`).join(', ')
  return [
    createWarning(
      subject,
      `${formatCount(total, 'job')} waiting for more than an hour (${details})`,
      'Start a server, which runs them; if one is running, its log says what went wrong.',
    ),
  ]
}
