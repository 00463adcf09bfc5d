import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import type { Rate } from '#server/ingest/rates-file.ts'
import { touchFigures } from '#server/ingest/rollups.ts'

/** Sets rates, all or none, and counts what depends on them anew. @returns how many were otherwise before */
export async function setRates(db: Database, action: string, rates: readonly Rate[]): Promise<number> {
  const changed = await db.transaction(async (tx) => {
    const days = await upsertRates(tx, rates)
    if (days.length === 0) return 0
    await touchFigures(tx)
    await recordRates(tx, action, days)
    return days.length
  })
  await refreshLists(db)
  return changed
}

/** @returns the days whose rate was another one, or none, before */
async function upsertRates(tx: Queries, rates: readonly Rate[]): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(
    `insert into exchange_rates (day, krw_micros)
    select day, "krwMicros"
    from jsonb_to_recordset($1::text::jsonb) as r (day date, "krwMicros" bigint)
    order by day
    on conflict (day) do update
    set krw_micros = excluded.krw_micros
    where exchange_rates.krw_micros <> excluded.krw_micros
    returning day`,
    [JSON.stringify(rates)],
  )
  return rows.map(({ day }) => day).sort()
}

const recordRates = (tx: Queries, action: string, days: readonly string[]) =>
  recordChange(
    tx,
    { kind: 'operator' },
    {
      action,
      subject: { kind: 'rate', id: days[0] ?? '' },
      detail: { days: days.length, to: days.at(-1) ?? null },
    },
  )
