import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, queryOne } from '#server/platform/db/rows.ts'
import { integer, join, quoteName, type Sql, sql } from '#server/platform/db/sql.ts'

const Table = z.object({ name: z.string(), columns: z.array(z.string()) })
export type Table = z.infer<typeof Table>

/** One entry per partition. Excludes transient tables, mail that must not leave again, and what can be rebuilt. */
export const selectTables = (db: Pick<Queryable, 'query'>): Promise<Table[]> =>
  db.query(
    Table,
    sql`select c.relname::text as name,
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
      and c.relname not in ('migrations', 'repeatable_scripts', 'rate_limit_windows', 'sign_in_attempts',
        'used_request_ids', 'mails', 'challenges', 'operator_links', 'provider_sign_ins', 'youtube_authorizations',
        'trace_outbox', 'track_order', 'track_changes', 'video_period', 'channel_period', 'track_period',
        'changed_days', 'changed_channels',
        'changed_videos', 'changed_claims', 'changed_catalog', 'rebuilt_channels', 'affected_months', 'affected_videos',
        'affected_channel_months', 'affected_channels', 'affected_tracks', 'staged_video_period',
        'staged_channel_period', 'staged_track_period', 'video_month', 'channel_month', 'track_daily')
    order by c.relname`,
  )

const SequenceRow = z.object({ name: z.string(), last: Integer })

/** Sequences advance outside transactions, so they are never behind the rows. */
export async function selectSequences(db: Pick<Queryable, 'query'>): Promise<Record<string, number>> {
  const rows = await db.query(
    SequenceRow,
    sql`select sequencename::text as name,
      last_value as last
    from pg_sequences
    where schemaname = current_schema()
      and last_value is not null
    order by sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

const quoteColumns = (columns: readonly string[]): Sql => join(columns.map(quoteName), ', ')

export const getCopyTarget = ({ name, columns }: Table): Sql =>
  sql`${quoteName(name)} (${quoteColumns(columns)})`

export const createBlockSelect = ({ name, columns }: Table, fromBlock: number, toBlock: number): Sql =>
  sql`select ${quoteColumns(columns)} from only ${quoteName(name)} where ${createRowId(fromBlock)} <= ctid and ctid < ${createRowId(toBlock)}`

const createRowId = (block: number): Sql => sql`format('(%s,0)', ${integer(block)})::tid`

const BlockCount = z.object({ blocks: Count })

export async function selectBlockCount(db: Pick<Queryable, 'query'>, { name }: Table): Promise<number> {
  const { blocks } = await queryOne(
    db,
    BlockCount,
    sql`select ceil(pg_relation_size(quote_ident(${name})::regclass)::numeric
        / current_setting('block_size')::integer)::integer as blocks`,
  )
  return blocks
}
