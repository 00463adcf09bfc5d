import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import {
  type Cluster,
  type DistributedTable,
  distributeTables,
  findCluster,
  tablePlacements,
} from '#server/platform/db/distribution.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type CommandContext, createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { parseShards } from './parsers.ts'

const defaultShards = 32

export const distributeCommand = (schedule: Schedule) =>
  createCommand('distribute', {
    summary: 'distribute the large tables over the workers of a Citus cluster',
    help: `Converts an installation, empty or with data, on the coordinator of a Citus cluster: the tables with rows of
channels move to the workers, all others stay on the coordinator. Stop the servers first: writes wait for each
table that moves. A second run continues an interrupted one, and moves tables that an upgrade has added. See
docs/operating.md, “Beyond one server”.`,
    examples: ['distribute', 'distribute --shards 64'],
    exitStatus: '0 every table is distributed, 2 refused or failed; run it again to continue',
  })
    .option('--shards <number>', `shards per table, at first (default: ${defaultShards})`, parseShards)
    .option('--json', 'print JSON')
    .action(({ shards, json }) =>
      schedule(
        async ({ db, signal, print }) => {
          const { tables, shards: currentShards } = await requireCluster(db)
          if (tables.length > 0 && shards !== undefined && shards !== currentShards)
            throw new OperatorError(
              `The tables already have ${currentShards} shards each. Leave out --shards, or change their number with ` +
                'alter_distributed_table.',
            )
          await migrate(db, json ? undefined : print)
          const results = await db.withLock('distribute', () =>
            distributeTables(db, {
              shards: shards ?? defaultShards,
              signal,
              recordChange: recordDistribution,
              ...(!json && { onTable: (result) => print(formatTable(result)) }),
            }),
          )
          print(json ? JSON.stringify(results, null, 1) : formatSummary(await requireCluster(db)))
        },
        { managesMigrations: true },
      ),
    )

const recordDistribution = (tx: Queryable, table: string) =>
  recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'distribute',
      context: { table },
      before: { placement: 'local' },
      after: { placement: 'distributed' },
    },
  )

async function requireCluster(db: CommandContext['db']): Promise<Cluster> {
  if (db.engine === 'pglite')
    throw new OperatorError(
      'The embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  const cluster = await findCluster(db)
  if (!cluster)
    throw new OperatorError(
      'This database has no Citus extension, so it is a single server. Install Citus on the coordinator and the workers, ' +
        'run "create extension citus" in the database on each of them, and try again.',
    )
  if (cluster.isWorker)
    throw new OperatorError('This server is a worker. Set DATABASE_URL to the coordinator of the cluster.')
  if (cluster.workers === 0)
    throw new OperatorError(
      `The coordinator has no workers. Add each with "select citus_add_node('<host>', <port>)", and try again.`,
    )
  return cluster
}

function formatTable({ table, isNew, rows, ms }: DistributedTable): string {
  const outcome = isNew ? 'distributed' : 'unchanged'
  const seconds = isNew ? `, ${(ms / 1000).toFixed(1)} s` : ''
  return `${outcome.padEnd(11)}  ${table}: ${formatCount(rows, 'row')}${seconds}`
}

const formatSummary = ({ tables, shards, workers }: Cluster) =>
  `${formatCount(tables.length, 'table')} in ${formatCount(shards, 'shard')} on ${formatCount(workers, 'worker')}; ` +
  `${formatCount(tablePlacements.local.length, 'table')} on the coordinator`
