import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Cluster } from '#server/platform/db/distribution.ts'

const defaultShards = 32

export const commands = [
  cli.defineCommand('migrate', {
    summary: 'apply the migrations of this version to the database',
    help: `A server does this when it starts. Commands never do: on a database that lacks migrations they stop and name them.
All of them are applied or none. Running it again changes nothing.`,
    examples: ['migrate'],
    exitStatus: '0 every migration is applied, 2 nothing was changed',
    runsWithoutMigrations: true,
    async run({ db, print }) {
      const { migrate } = await import('#server/platform/db/migrate.ts')
      const applied = await migrate(db, print)
      print([applied.map((name) => `applied  ${name}`), 'Every migration is applied.'])
    },
  }),
  cli.defineCommand('distribute', {
    summary: 'distribute the large tables over the workers of a Citus cluster',
    help: `Converts an installation, empty or with data, on the coordinator of a Citus cluster: the tables with rows of
channels move to the workers, all others stay on the coordinator. Stop the servers first: writes wait for each
table that moves. A second run continues an interrupted one, and moves tables that an upgrade has added. See
docs/operating/upkeep/cluster.md.`,
    examples: ['distribute', 'distribute --shards 64'],
    exitStatus: '0 every table is distributed, 2 refused or failed; run it again to continue',
    parameters: {
      shards: cli.option(
        '--shards <number>',
        `shards per table, at first (default: ${defaultShards})`,
        cli.wholeNumber('a number of shards, for example 32', { max: 9_999 }),
      ),
      json: cli.json,
    },
    async run({ db, signal, print }, { shards, json }) {
      const { distributeTables, tablePlacements } = await import('#server/platform/db/distribution.ts')
      const before = await requireCluster(db)
      if (before.tables.length > 0 && shards !== undefined && shards !== before.shards)
        throw new cli.OperatorError(
          `The tables already have ${before.shards} shards each. Leave out --shards, or change their number with ` +
            'alter_distributed_table.',
        )
      const results = await db.withLock('distribute', () =>
        distributeTables(db, {
          shards: shards ?? defaultShards,
          signal,
          recordChange: (tx, table) =>
            recordAuditEntry(
              tx,
              { kind: 'operator' },
              {
                action: 'distribute',
                context: { table },
                before: { placement: 'local' },
                after: { placement: 'distributed' },
              },
            ),
          onTable({ table, isNew, rows, ms }) {
            const seconds = isNew ? `, ${(ms / 1000).toFixed(1)} s` : ''
            const outcome = isNew ? 'distributed' : 'unchanged  '
            if (!json) print(`${outcome}  ${table}: ${formatCount(rows, 'row')}${seconds}`)
          },
        }),
      )
      const { tables, shards: count, workers } = await requireCluster(db)
      const distributed = `${formatCount(tables.length, 'table')} in ${formatCount(count, 'shard')} on ${formatCount(workers, 'worker')}`
      const local = `${formatCount(tablePlacements.local.length, 'table')} on the coordinator`
      print(json ? JSON.stringify(results, null, 1) : `${distributed}; ${local}`)
    },
  }),
  cli.defineCommand('reencrypt', {
    summary: 'encrypt the secrets in the database again, under a new SECRET_KEY',
    help: `SECRET_KEY is the new key, SECRET_KEY_OLD the previous one; servers that have both read secrets of either. All
secrets change in one transaction. Running it again changes nothing. See docs/operating/upkeep/secret-key.md.`,
    examples: ['reencrypt'],
    exitStatus:
      '0 all secrets are encrypted with the new key, 1 some are encrypted with neither key, 2 it could not run',
    async run({ db, config, print }) {
      const { formatKeyId, readSecretKey } = await import('#server/platform/auth/encryption.ts')
      const { reencrypt } = await import('#server/operations/stored-secrets.ts')
      const newKey = await readSecretKey(config)
      const oldKey = config.oldSecretKey
      if (!newKey) throw new cli.OperatorError('There is no new key yet. Set SECRET_KEY.')
      if (!oldKey)
        throw new cli.OperatorError('Set SECRET_KEY_OLD to the key that the secrets are encrypted with.')
      if (formatKeyId(newKey) === formatKeyId(oldKey))
        throw new cli.OperatorError(
          'SECRET_KEY and SECRET_KEY_OLD are the same key. Set SECRET_KEY to a new one.',
        )
      const { changed, current, unknown } = await db.transaction((tx) => reencrypt(tx, newKey, oldKey))
      print([
        `${formatCount(changed, 'secret')} encrypted again, ${current} already encrypted with the new key`,
        unknown > 0 && `${formatCount(unknown, 'secret')} encrypted with neither key: left as they are`,
      ])
      return unknown > 0 ? 1 : 0
    },
  }),
]

/** @throws {OperatorError} when there is no cluster to distribute over */
async function requireCluster(db: cli.CommandContext['db']): Promise<Cluster> {
  const { findCluster } = await import('#server/platform/db/distribution.ts')
  if (db.engine === 'pglite')
    throw new cli.OperatorError(
      'The embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  const cluster = await findCluster(db)
  if (!cluster)
    throw new cli.OperatorError(
      'This database has no Citus extension, so it is a single server. Install Citus on the coordinator and the workers, ' +
        'run "create extension citus" in the database on each of them, and try again.',
    )
  if (cluster.isWorker)
    throw new cli.OperatorError(
      'This server is a worker. Set DATABASE_URL to the coordinator of the cluster.',
    )
  if (cluster.workers === 0)
    throw new cli.OperatorError(
      `The coordinator has no workers. Add each with "select citus_add_node('<host>', <port>)", and try again.`,
    )
  return cluster
}
