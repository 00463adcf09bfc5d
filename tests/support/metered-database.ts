import type { Database, Queryable } from '#server/platform/db/database.ts'
import { interceptStatements } from './intercept-statements.ts'
import { execRaw, queryRaw } from './raw-sql.ts'

export interface RowCounts {
  /** Rows of sequential scans, and entries of indexes. */
  read: number
  written: number
  scans: number
}

export interface MeteredStatement {
  text: string
  /** Counts by table; partitions count as their table. */
  tables: Map<string, RowCounts>
}

export const sumRows = ({ tables }: MeteredStatement, kind: 'read' | 'written'): number =>
  [...tables.values()].reduce((sum, counts) => sum + counts[kind], 0)

/**
 * Wraps a database: it counts the rows that each statement, including its functions, reads and writes, with
 * PostgreSQL's own counters of the transaction. A statement outside of a transaction gets one.
 */
export function createMeteredDatabase(db: Database) {
  const statements: MeteredStatement[] = []
  const meter = async (tx: Queryable): Promise<Queryable> => {
    // The counters are not reset at the end of a transaction.
    let before = await readCounters(tx)
    return interceptStatements(tx, async (text, run) => {
      const result = await run()
      const after = await readCounters(tx)
      statements.push({ text, tables: subtract(after, before) })
      before = after
      return result
    })
  }
  const transaction: Database['transaction'] = (work) => db.transaction(async (tx) => work(await meter(tx)))
  const metered: Database = {
    ...db,
    query: (schema, statement, options) => transaction((tx) => tx.query(schema, statement, options)),
    execute: (statement) => transaction((tx) => tx.execute(statement)),
    copyIn: (into, chunk) => transaction((tx) => tx.copyIn(into, chunk)),
    exec: (script) => transaction((tx) => tx.exec(script)),
    transaction,
  }
  return { db: metered, statements }
}

async function readCounters(tx: Queryable): Promise<Map<string, RowCounts>> {
  const rows = await queryRaw<RowCounts & { name: string }>(
    tx,
    `select regexp_replace(t.relname, '_\\d{4}_\\d\\d$', '') as name,
      sum(pg_stat_get_xact_tuples_returned(c.oid))::bigint as read,
      sum(pg_stat_get_xact_numscans(c.oid))::bigint as scans,
      sum(pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
        + pg_stat_get_xact_tuples_deleted(c.oid))::bigint as written
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
    where t.relnamespace = current_schema()::regnamespace
      and t.relkind = 'r'
    group by name`,
  )
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}

function subtract(after: Map<string, RowCounts>, before: Map<string, RowCounts>): Map<string, RowCounts> {
  const differences = [...after].map(([name, counts]): [string, RowCounts] => {
    const { read, written, scans } = before.get(name) ?? { read: 0, written: 0, scans: 0 }
    return [
      name,
      { read: counts.read - read, written: counts.written - written, scans: counts.scans - scans },
    ]
  })
  return new Map(differences.filter(([, { written, scans }]) => written > 0 || scans > 0))
}

/**
 * Makes the planner assume that each table is `factor` times as large, so that it chooses the plans of full size. Every
 * table must have been analyzed.
 */
export async function scaleStatistics(db: Database, factor: number): Promise<void> {
  // A small data set has few channels, and the planner would overestimate the share of rows of each.
  await execRaw(
    db,
    `alter table video_period
      alter column channel_id set (n_distinct = -0.01),
      alter column channel_id set statistics 1;
    analyze video_period`,
  )
  await queryRaw(
    db,
    `update pg_class
    set reltuples = reltuples * $1
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'i')
      and reltuples > 0`,
    [factor],
  )
}
