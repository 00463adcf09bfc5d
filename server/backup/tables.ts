import type { Queryable } from '#server/db/database.ts'

export interface Table {
  name: string
  columns: string[]
}

/**
 * The tables that are kept: of those by month their parts, one by one. Not the applied migrations, which a backup names
 * itself, nor what counts for minutes, nor the lists, which are made of the figures and the catalogue: an import drops
 * the old ones and must not wait for a backup that reads them.
 */
export const selectTables = (db: Pick<Queryable, 'query'>): Promise<Table[]> =>
  db.query<Table>(
    `select c.relname::text as name,
      array(
        select a.attname::text
        from pg_attribute a
        where a.attrelid = c.oid
          and a.attnum > 0
          and not a.attisdropped
          and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind = 'r'
      and c.relname not in ('migrations', 'repeatable_scripts', 'rate_limit_windows', 'used_request_ids', 'track_order', 'track_changes')
      and not starts_with(c.relname, 'video_period_')
      and not starts_with(c.relname, 'channel_period_')
      and not starts_with(c.relname, 'track_period_')
    order by c.relname`,
  )

/** The last value of each sequence that was used. They run on outside of transactions, and so are never behind the rows. */
export async function selectSequences(db: Pick<Queryable, 'query'>): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; last: number }>(
    `select sequencename::text as name,
      last_value as last
    from pg_sequences
    where schemaname = current_schema()
      and last_value is not null
    order by sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

const quoteColumns = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

/** `table (columns)`, for COPY. */
export const getCopyTarget = ({ name, columns }: Table) =>
  `${quoteIdentifier(name)} (${quoteColumns(columns)})`

/** The rows that lie in some of a table's blocks. */
export const selectBlocksSql = ({ name, columns }: Table, fromBlock: number, toBlock: number) =>
  `select ${quoteColumns(columns)} from only ${quoteIdentifier(name)} where ctid >= '(${fromBlock},0)' and ctid < '(${toBlock},0)'`

export const countRowsSql = (name: string) => `select count(*) as rows from only ${quoteIdentifier(name)}`

export const hasRowsSql = (name: string) => `select exists (select from only ${quoteIdentifier(name)}) as any`

/** The size of a table in blocks. */
export async function selectBlockCount(db: Pick<Queryable, 'query'>, { name }: Table): Promise<number> {
  const [size] = await db.query<{ blocks: number }>(
    `select ceil(pg_relation_size(quote_ident($1)::regclass)::numeric / current_setting('block_size')::integer)::integer
      as blocks`,
    [name],
  )
  return size?.blocks ?? 0
}
