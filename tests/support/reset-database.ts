import type { Queryable } from '#server/platform/db/database.ts'
import { execRaw, queryRaw } from './raw-sql.ts'
import { execAsOwner } from './traces.ts'

/** State of a migrated database before any test: its tables, the rows of the seeded ones, its sequences. */
export interface SeedState {
  tables: ReadonlySet<string>
  rowsByTable: ReadonlyMap<string, string>
  sequences: readonly Sequence[]
}

interface Sequence {
  name: string
  lastValue: number
}

interface Table {
  name: string
  isPartition: boolean
}

const selectTables = (db: Queryable) =>
  queryRaw<Table>(
    db,
    `select format('%I.%I', n.nspname, c.relname) as name,
      c.relispartition as "isPartition"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p')
      and n.nspname not in ('pg_catalog', 'information_schema')`,
  )

async function selectFilledTables(db: Queryable, tables: Iterable<string>): Promise<string[]> {
  const parts = [...tables].map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
  return (await queryRaw<{ name: string }>(db, parts.join('\nunion all\n'))).map(({ name }) => name)
}

export async function snapshotSeeds(db: Queryable): Promise<SeedState> {
  const tables = await selectTables(db)
  const roots = tables.filter(({ isPartition }) => !isPartition).map(({ name }) => name)
  const rowsByTable = new Map<string, string>()
  for (const name of await selectFilledTables(db, roots)) {
    const [row] = await queryRaw<{ rows: string }>(db, `select jsonb_agg(t)::text as rows from ${name} t`)
    rowsByTable.set(name, row?.rows ?? '[]')
  }
  const sequences = await queryRaw<Sequence>(
    db,
    `select format('%I.%I', schemaname, sequencename) as name,
      last_value as "lastValue"
    from pg_sequences
    where last_value is not null`,
  )
  return { tables: new Set(tables.map(({ name }) => name)), rowsByTable, sequences }
}

/**
 * Resets a database to its seeds: drops the tables that were added since (partitions, lists), and empties the others.
 */
export async function resetDatabase(
  db: Queryable,
  { tables, rowsByTable, sequences }: SeedState,
): Promise<void> {
  // The job queue's schema goes as a whole: without its tables, its functions and types would be half an installation.
  await execRaw(db, 'drop schema if exists jobs cascade')
  const added = (await selectTables(db)).map(({ name }) => name).filter((name) => !tables.has(name))
  // Drops in slices, because every dropped relation holds a lock until its statement ends.
  for (let at = 0; at < added.length; at += 20)
    await execRaw(db, `drop table if exists ${added.slice(at, at + 20).join(', ')} cascade`)
  const filled = await selectFilledTables(db, tables)
  if (filled.length > 0) await execAsOwner(db, `truncate ${filled.join(', ')} restart identity cascade`)
  for (const [name, rows] of rowsByTable)
    await queryRaw(
      db,
      `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
      [rows],
    )
  await execRaw(
    db,
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences
    where last_value is not null`,
  )
  for (const { name, lastValue } of sequences) await queryRaw(db, 'select setval($1, $2)', [name, lastValue])
}
