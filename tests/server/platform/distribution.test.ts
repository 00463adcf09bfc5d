// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findCluster, tablePlacements } from '#server/platform/db/distribution.ts'
import {
  migrate,
  migrateInTransaction,
  readMigrations,
  repeatableScripts,
} from '#server/platform/db/migrate.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { selectStatementEntries, selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { formatAds, formatPaymentSummary, formatTaxes, monthFileName } from '#tests/support/month-files.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { citusUrl, createPostgresDatabase } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'

describe('the placement of tables', () => {
  let db: Database
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.close())

  test('is decided for every table of the schema', async () => {
    const tables = await queryRaw<{ name: string }>(
      db,
      `select relname::text as name
      from pg_class
      where relkind in ('r', 'p')
        and not relispartition
        and relnamespace = current_schema()::regnamespace`,
    )
    expect(Object.values(tablePlacements).flat().sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  test('is distributed only with channel_id in every key, and without triggers, identities and foreign keys', async () => {
    const obstacles = await queryRaw(
      db,
      `with tables as (
        select c.oid, c.relname, a.attnum
        from pg_class c
        left join pg_attribute a on a.attrelid = c.oid
          and a.attname = 'channel_id'
          and a.attnotnull
        where c.relname = any($1)
          and c.relnamespace = current_schema()::regnamespace
      )
      select t.relname from tables t where t.attnum is null
      union all
      select t.relname
      from tables t
      join pg_index i on i.indrelid = t.oid
      where i.indisunique
        and t.attnum <> all(i.indkey)
      union all
      select t.relname from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
      union all
      select t.relname
      from tables t
      join pg_attribute a on a.attrelid = t.oid
      where a.attidentity <> ''
      union all
      select t.relname
      from tables t
      join pg_constraint c on t.oid in (c.conrelid, c.confrelid)
      where c.contype = 'f'`,
      [tablePlacements.distributed],
    )
    expect(obstacles).toEqual([])
  })
})

test.skipIf(citusUrl)('a single server is not distributed, and says why', async () => {
  const db = await createOwnDatabase()
  const reason = db.engine === 'pglite' ? /embedded database cannot be distributed/ : /has no Citus extension/
  await expect(runOperator(db, 'distribute')).rejects.toThrow(reason)
  const { text } = await runOperator(db, 'doctor')
  expect(text).toMatch(
    db.engine === 'pglite'
      ? /database: PostgreSQL .* \(embedded\)/
      : /database: PostgreSQL .* \(single server\)/,
  )
  await db.close()
})

describe('an installation on the coordinator of a cluster', () => {
  const fact = (name: string, day: string, views: number) => ({
    day,
    channelId: channelIdFor(name),
    videoId: videoIdFor(name),
    country: 'KR',
    views,
    premiumViews: 1,
    revenueMicros: views * 3,
    premiumRevenueMicros: 1,
  })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']

  beforeEach(({ skip }) =>
    skip(!citusUrl, 'CITUS_URL is not set: a database on a Citus coordinator with workers'),
  )

  async function openUndistributed() {
    const { url, remove } = await createPostgresDatabase(citusUrl ?? '')
    const db = await openDatabase({ databaseUrl: url, dataDir: '' })
    await migrate(db)
    const close = async () => {
      await db.close()
      await remove()
    }
    return { db, url, close }
  }

  async function fill(db: Database, day: string): Promise<void> {
    await insertFacts(
      db,
      names.map((name, at) => fact(name, day, 100 + at)),
    )
  }

  const readFigures = async (db: Database) => ({
    totals: await selectTotals(db, 'video'),
    lists: await queryRaw(db, 'select * from video_period order by period, channel_id, video_id'),
    networks: await queryRaw(db, 'select * from network_daily order by network_id, day'),
  })

  /** A manager with two members, channels and estimates of two months. */
  async function startNetwork(db: Database): Promise<void> {
    const site = await createSite(db)
    const manager = await createAccount(db, site, 'boss@example.test')
    const members = [
      await createAccount(db, site, 'ann@example.test', manager),
      await createAccount(db, site, 'ben@example.test', manager),
    ]
    for (const [at, name] of names.entries()) {
      const registration = await createChannel(db, manager, channelIdFor(name))
      await insertAssignment(db, registration, members[at % 2] ?? 0)
    }
    await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
    await queryRaw(
      db,
      `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-03-11', 150)`,
      [members[0]],
    )
    for (const day of ['2026-03-05', '2026-03-20', '2026-04-07']) await fill(db, day)
  }

  /** Imports files of ads and tax, and what YouTube paid for them. */
  async function importMonth(
    db: Database,
    month: string,
    ads: Readonly<Record<string, string>>,
    taxes: Readonly<Record<string, number>>,
  ): Promise<void> {
    const folder = await createReportFolder()
    const compactMonth = month.replace('-', '')
    const paid = Object.values(ads).reduce((sum, amount) => sum + Number(amount), 0)
    const files = {
      video_summary: formatAds(Object.entries(ads)),
      affiliate_payment_summary: formatTaxes(compactMonth, Object.entries(taxes)),
      payment_summary: formatPaymentSummary([
        ['Ads Revenue', paid.toFixed(2)],
        ['Total', paid.toFixed(2)],
      ]),
    }
    for (const [kind, content] of Object.entries(files))
      await folder.write(monthFileName(kind, compactMonth), content)
    const { status, text } = await runOperator(db, 'month', 'import', folder.path)
    expect([status, text]).toEqual([0, expect.not.stringContaining('refused')])
    await folder.remove()
  }

  const close = (db: Database, month: string) =>
    closeAndRelease(db, {
      month: `${month}-01`,
      krwMicros: 1_386_500_000,
      now: new Date('2026-11-20T12:00:00Z'),
      explanation: 'It is right.',
    })

  async function readMonths(db: Database) {
    const readTotals = async (month: string) =>
      JSON.parse((await runOperator(db, 'month', 'totals', '--month', month, '--json')).text)
    const statements = await selectStatements(db, {})
    return {
      totals: [await readTotals('2026-03'), await readTotals('2026-04')],
      statements: await Promise.all(
        statements.map(async (row) => {
          const entries = await selectStatementEntries(db, row.id)
          return { ...row, entries: entries.map(({ createdAt: _, ...entry }) => entry) }
        }),
      ),
      parts: await queryRaw(
        db,
        'select * from month_parts order by month, channel_id, decided_month, position',
      ),
    }
  }

  test('keeps its figures, and goes on', async () => {
    const { db, close } = await openUndistributed()
    const manager = await createAccount(db, await createSite(db), 'boss@example.test')
    for (const name of names) await createChannel(db, manager, channelIdFor(name))
    await fill(db, '2026-11-01')
    await fill(db, '2026-10-31')
    const before = await readFigures(db)
    expect(before.lists).not.toEqual([])
    expect((await runOperator(db, 'doctor')).text).toMatch(
      /Citus .* installed, but all tables are on this server/,
    )

    const first = await runOperator(db, 'distribute', '--shards', '4')
    expect(first.text).toMatch(/^distributed {2}activity_facts: 12 rows, /m)
    expect(first.lines.at(-1)).toMatch(
      new RegExp(`^${tablePlacements.distributed.length} tables in 4 shards on \\d+ workers?; `),
    )
    expect(await readFigures(db)).toEqual(before)
    expect(
      await queryRaw(
        db,
        `select detail->>'table' as table from audit_log where action = 'distribute' order by id`,
      ),
    ).toEqual(tablePlacements.distributed.map((table) => ({ table })))
    const [local] = await queryRaw<{ bytes: number }>(
      db,
      `select sum(pg_relation_size(relid))::bigint as bytes from pg_partition_tree('activity_facts')`,
    )
    expect(local).toEqual({ bytes: 0 })
    expect((await runOperator(db, 'doctor')).text).toMatch(/ok {7}distribution: Citus .* in 4 shards/)

    const second = await runOperator(db, 'distribute')
    expect(second.lines.slice(0, -1).every((line) => line.startsWith('unchanged'))).toBe(true)
    await expect(runOperator(db, 'distribute', '--shards', '8')).rejects.toThrow('already have 4 shards')
    await fill(db, '2026-11-02')
    expect(await findBrokenRollupInvariants(db)).toEqual([])
    await close()
  })

  test('keeps its closed months, and closes the next one as one server does', async () => {
    const [single, cluster] = [await openUndistributed(), await openUndistributed()]
    for (const { db } of [single, cluster]) {
      await startNetwork(db)
      await importMonth(db, '2026-03', { a: '70.25', b: '20', c: '-1.5', stranger: '4' }, { a: 4 })
      await close(db, '2026-03')
      // April has files, but is open, when the tables move.
      await importMonth(db, '2026-04', { a: '8', b: '0.000005' }, { a: 1 })
    }
    const before = await readMonths(cluster.db)
    expect(before.statements).toHaveLength(3)
    expect(before).toEqual(await readMonths(single.db))

    const { text } = await runOperator(cluster.db, 'distribute', '--shards', '4')
    expect(text).toMatch(/^distributed {2}month_sums: 8 rows/m)
    expect(await readMonths(cluster.db)).toEqual(before)

    for (const { db } of [single, cluster]) {
      // Of a closed month, what a corrected file changes is late money.
      await importMonth(db, '2026-03', { a: '71.25', b: '20', c: '-1.5', d: '3' }, { a: 4 })
      await importMonth(db, '2026-04', { a: '9', b: '0.000005', f: '12' }, { a: 1 })
      await close(db, '2026-04')
    }
    const after = await readMonths(cluster.db)
    expect(after).toEqual(await readMonths(single.db))
    const late = after.statements
      .flatMap(({ month, entries }) => (month === '2026-04-01' ? entries : []))
      .filter(({ earnedMonth, kind }) => earnedMonth === '2026-03-01' && kind !== 'fee')
    expect(late.map(({ channelId, micros, correctsId }) => [channelId, micros, correctsId !== null])).toEqual(
      [
        [channelIdFor('a'), 1_000_000, true],
        [channelIdFor('d'), 3_000_000, false],
      ],
    )
    await single.close()
    await cluster.close()
  })

  test('is upgraded, and distributes what the upgrade has added', async () => {
    const { db, close } = await openUndistributed()
    const manager = await createAccount(db, await createSite(db), 'boss@example.test')
    for (const name of names) await createChannel(db, manager, channelIdFor(name))
    await fill(db, '2026-11-01')
    await runOperator(db, 'distribute', '--shards', '4')
    const readCountries = () => queryRaw(db, 'select * from country_daily order by channel_id, day, country')
    const before = await readCountries()
    expect(before).toHaveLength(names.length)
    await execRaw(db, 'drop table country_daily')
    await execRaw(db, 'drop index videos_published')
    for (const { name, text } of await readMigrations())
      if (/^001[56]_/.test(name)) await db.transaction((tx) => execRaw(tx, text))
    expect(await readCountries()).toEqual(before)
    expect((await runOperator(db, 'doctor')).text).toMatch(/still on the coordinator: country_daily/)
    expect((await runOperator(db, 'distribute')).text).toMatch(/^distributed {2}country_daily: 6 rows/m)
    expect(await readCountries()).toEqual(before)
    await close()
  })

  test.each([16, 24])('is upgraded from migration %i on, with all that have come since', async (count) => {
    const { url, remove } = await createPostgresDatabase(citusUrl ?? '')
    const db = await openDatabase({ databaseUrl: url, dataDir: '' })
    await db.transaction((tx) => migrateInTransaction(tx, { count }))
    const old = await queryRaw<{ name: string }>(
      db,
      'select name from unnest($1::text[]) name where to_regclass(name) is not null',
      [tablePlacements.distributed],
    )
    for (const { name } of old)
      await queryRaw(db, `select create_distributed_table($1, 'channel_id', shard_count => 4)`, [name])
    await migrate(db)
    expect((await runOperator(db, 'distribute')).text).toMatch(/^\w+ +month_lines: 0 rows/m)
    expect((await runOperator(db, 'doctor')).text).toMatch(/ok {7}distribution: Citus .* in 4 shards/)
    await execRaw(db, 'delete from repeatable_scripts')
    expect(await migrate(db)).toEqual([...repeatableScripts])
    await db.close()
    await remove()
  })

  test('continues a conversion that was interrupted', async () => {
    const { db, close } = await openUndistributed()
    await fill(db, '2026-11-01')
    const before = await readFigures(db)
    const lost = { ...db, execute: db.execute }
    lost.execute = (statement) =>
      /truncate_local/.test(statement.text) ? Promise.reject(new Error('lost')) : db.execute(statement)
    await expect(runOperator(lost, 'distribute', '--shards', '4')).rejects.toThrow('lost')
    expect((await findCluster(db))?.tables).toEqual(['activity_facts'])
    expect((await runOperator(db, 'doctor')).text).toMatch(
      /still on the coordinator: affected_channel_months, /,
    )
    expect(await readFigures(db)).toEqual(before)
    const { text } = await runOperator(db, 'distribute')
    expect(text).toMatch(/^unchanged {4}activity_facts: 6 rows$/m)
    expect(text).toMatch(/^distributed {2}video_daily: 6 rows/m)
    expect(await readFigures(db)).toEqual(before)
    expect(await findBrokenRollupInvariants(db)).toEqual([])
    await close()
  })

  test('refuses to run on a worker, and without workers', async () => {
    const { db, close } = await openUndistributed()
    const [worker] = await queryRaw<{ name: string; port: number }>(
      db,
      'select node_name as name, node_port::integer as port from citus_get_active_worker_nodes() limit 1',
    )
    const [database] = await queryRaw<{ name: string }>(db, 'select current_database() as name')
    const url = new URL(citusUrl ?? '')
    url.host = `${worker?.name}:${worker?.port}`
    url.pathname = `/${database?.name}`
    const onWorker = await openDatabase({ databaseUrl: url.href, dataDir: '' })
    await expect(runOperator(onWorker, 'distribute')).rejects.toThrow('This server is a worker')
    await onWorker.close()
    await execRaw(db, 'select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid <> 0')
    await expect(runOperator(db, 'distribute')).rejects.toThrow(/no workers\. Add each with/)
    await close()
  })

  test('is not backed up to a file, which would lack its rows', async () => {
    const db = await createOwnDatabase()
    const run = (...args: string[]) => runOperatorWith(db, {}, ...args)
    await expect(run('backup', '/tmp/none.gz')).rejects.toThrow(
      /distributed over a Citus cluster.*Beyond one server/,
    )
    await expect(run('restore', '/tmp/none.gz')).rejects.toThrow(
      /Restore into a database on the coordinator whose/,
    )
    await db.close()
  })
})
