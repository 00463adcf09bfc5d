import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Day } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { recordChangedDays } from '#server/figures/list-changes.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { bumpDataRevision } from '#server/figures/rollups.ts'
import type { ExchangeRate } from '#server/ingest/rates-file.ts'

/** All or nothing; also rebuilds the lists. @returns the number of rates changed */
export async function updateExchangeRates(
  db: Database,
  action: string,
  rates: readonly ExchangeRate[],
): Promise<number> {
  const changed = await db.transaction(async (tx) => {
    const days = await upsertExchangeRates(tx, rates)
    if (days.length === 0) return 0
    await bumpDataRevision(tx)
    await recordConvertedDays(tx, days)
    await recordRateChange(tx, action, days)
    return days.length
  })
  await refreshLists(db)
  return changed
}

const DayRow = z.object({ day: Day })

/** @returns the days whose rate changed */
async function upsertExchangeRates(tx: Queryable, rates: readonly ExchangeRate[]): Promise<string[]> {
  const rows = await tx.query(
    DayRow,
    sql`insert into exchange_rates (day, krw_micros)
    select day, "krwMicros"
    from jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb) as r (day date, "krwMicros" bigint)
    order by day
    on conflict (day) do update
    set krw_micros = excluded.krw_micros
    where exchange_rates.krw_micros <> excluded.krw_micros
    returning day`,
  )
  return rows.map(({ day }) => day).sort()
}

const DaySpanRow = z.object({ from: Day, to: Day })

/** A rate applies until the next one, and the earliest also to all days before. */
async function recordConvertedDays(tx: Queryable, days: readonly string[]): Promise<void> {
  const spans = await tx.query(
    DaySpanRow,
    sql`select case when exists (select from exchange_rates e where e.day < r.day) then r.day else '0001-01-01' end as "from",
      coalesce((select min(n.day) - 1 from exchange_rates n where n.day > r.day), '9999-12-31') as "to"
    from exchange_rates r
    where r.day = any(${days}::date[])`,
  )
  for (const { from, to } of spans) await recordChangedDays(tx, from, to)
}

const recordRateChange = (tx: Queryable, action: string, days: readonly string[]) =>
  recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action,
      subject: { kind: 'rate', id: days[0] ?? '' },
      detail: { days: days.length, to: days.at(-1) ?? null },
    },
  )
