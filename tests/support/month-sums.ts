import type { Queryable } from '#server/platform/db/database.ts'
import type { Source } from '#server/settlement/files/reading/sources.ts'
import { queryRaw } from './raw-sql.ts'

export interface MonthFile {
  owner?: string
  month: string
  source: Source
  /** The month of refunded tax, if it is not the file's. */
  earned?: string
  /** Decimals, by channel id. */
  amounts: Readonly<Record<string, string>>
}

/** Makes a file of sums current, as its import does, and replaces an earlier one of the same source. */
export async function insertMonthFile(
  db: Queryable,
  { owner = 'main', month, source, earned, amounts }: MonthFile,
): Promise<void> {
  for (const one of [month, ...(earned ? [earned] : [])])
    await queryRaw(db, 'insert into months (month) values ($1) on conflict do nothing', [one])
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
    `insert into month_sums (load_id, channel_id, month, line_count, amount)
    select $1, key, $3::date, 1, value::numeric
    from jsonb_each_text($2::text::jsonb)`,
    [load?.id, JSON.stringify(amounts), earned ?? null],
  )
  await queryRaw(db, `update month_loads set state = 'current', row_count = 1 where id = $1`, [load?.id])
}
