import type { Queryable } from '#server/platform/db/database.ts'
import type { Source } from '#server/settlement/files/reading/sources.ts'
import { queryRaw } from './raw-sql.ts'

export interface MonthFile {
  owner?: string
  month: string
  source: Source
  /** Decimals, by channel id. */
  amounts: Readonly<Record<string, string>>
}

/** Makes a file of sums current, as its import does, and replaces an earlier one of the same source. */
export async function insertMonthFile(
  db: Queryable,
  { owner = 'main', month, source, amounts }: MonthFile,
): Promise<void> {
  await queryRaw(db, 'insert into months (month) values ($1) on conflict do nothing', [month])
  const [load] = await queryRaw<{ id: number }>(
    db,
    `insert into month_loads (owner, month, source, file_name, sha256)
    values ($1, $2, $3, 'a file', md5(random()::text))
    returning id`,
    [owner, month, source],
  )
  await queryRaw(
    db,
    `update month_loads
    set state = 'replaced',
      replaced_by = $4
    where owner = $1
      and month = $2
      and source = $3
      and state = 'current'`,
    [owner, month, source, load?.id],
  )
  await queryRaw(
    db,
    `insert into month_sums (load_id, channel_id, line_count, amount)
    select $1, key, 1, value::numeric
    from jsonb_each_text($2::text::jsonb)`,
    [load?.id, JSON.stringify(amounts)],
  )
  await queryRaw(db, `update month_loads set state = 'current', row_count = 1 where id = $1`, [load?.id])
}
