import * as z from 'zod/mini'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { allNetworks } from '#server/reports/figures/network-revisions.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import type { ExchangeRate } from './rates-file.ts'
import { formatWon, likelyMicros } from './won.ts'

const RateChange = z.object({ day: Day, before: z.nullable(Integer), after: z.nullable(Integer) })
type RateChange = z.output<typeof RateChange>

/** The message is shown to the operator. */
export class UnlikelyRateError extends Error {}

interface RateUpdate {
  action: string
  actor: Pick<Actor, 'kind'>
  /** Accept rates that differ from their neighbor by more than a fifth. */
  force?: boolean | undefined
}

/**
 * All or nothing; also refreshes the lists.
 * @returns the number of rates changed
 * @throws {UnlikelyRateError} and nothing was changed
 */
export async function updateExchangeRates(
  db: Database,
  rates: readonly ExchangeRate[],
  { action, actor, force = false }: RateUpdate,
): Promise<number> {
  const changed = await db.transaction(async (tx) => {
    const changes = await upsertExchangeRates(tx, rates)
    if (changes.length === 0) return 0
    const days = changes.map(({ day }) => day)
    if (!force) await refuseUnlikelyRates(tx, days)
    await publishConvertedDays(tx, days)
    await recordRateChanges(tx, { action, actor }, changes)
    return changes.length
  })
  await refreshLists(db)
  return changed
}

/** Removes a rate and refreshes the lists. @returns whether the day had a rate */
export async function removeExchangeRate(db: Database, day: string): Promise<boolean> {
  const isRemoved = await db.transaction(async (tx) => {
    const [rate] = await tx.query(
      RateChange,
      sql`select day, krw_micros as before, null as after from exchange_rates where day = ${day} for update`,
    )
    if (!rate) return false
    await publishConvertedDays(tx, [day])
    await tx.execute(sql`delete from exchange_rates where day = ${day}`)
    await recordRateChanges(tx, { action: 'rates remove', actor: { kind: 'operator' } }, [rate])
    return true
  })
  await refreshLists(db)
  return isRemoved
}

/** The joined table shows what was there before the statement. @returns what changed, by day */
async function upsertExchangeRates(tx: Queryable, rates: readonly ExchangeRate[]): Promise<RateChange[]> {
  return tx.query(
    RateChange,
    sql`with written as (
      insert into exchange_rates (day, krw_micros)
      select day, "krwMicros"
      from jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb) as r (day date, "krwMicros" bigint)
      order by day
      on conflict (day) do update
      set krw_micros = excluded.krw_micros
      where exchange_rates.krw_micros <> excluded.krw_micros
      returning day, krw_micros
    )
    select w.day,
      old.krw_micros as before,
      w.krw_micros as after
    from written w
    left join exchange_rates old on old.day = w.day
    order by w.day`,
  )
}

/** A fifth: the won has not moved as much within a week since 1997. */
const maxJump = 0.2

const NeighborRow = z.object({
  day: Day,
  krwMicros: Integer,
  /** Null: it is the only one. */
  neighborDay: z.nullable(Day),
  neighborMicros: Integer,
})

/** Compares each rate with the one before, the earliest with the one after; the first ones have only each other. */
async function refuseUnlikelyRates(tx: Queryable, days: readonly string[]): Promise<void> {
  const rates = await tx.query(
    NeighborRow,
    sql`select *
    from (
      select day,
        krw_micros as "krwMicros",
        coalesce(lag(day) over by_day, lead(day) over by_day) as "neighborDay",
        coalesce(lag(krw_micros) over by_day, lead(krw_micros) over by_day, 0) as "neighborMicros"
      from exchange_rates
      window by_day as (order by day)
    ) neighbors
    where day = any(${days}::date[])
    order by day`,
  )
  for (const { day, krwMicros, neighborDay, neighborMicros } of rates) {
    const rate = `${formatWon(krwMicros)} won per dollar on ${day}`
    if (neighborDay !== null && Math.abs(krwMicros - neighborMicros) > neighborMicros * maxJump) {
      const percent = Math.round((krwMicros / neighborMicros - 1) * 100)
      throw new UnlikelyRateError(
        `${rate} is ${Math.abs(percent)} % ${percent < 0 ? 'below' : 'above'} the rate of ${neighborDay} (${formatWon(neighborMicros)}).`,
      )
    }
    if (krwMicros < likelyMicros.min || krwMicros > likelyMicros.max)
      throw new UnlikelyRateError(
        `${rate} is not between ${formatWon(likelyMicros.min)} and ${formatWon(likelyMicros.max)}.`,
      )
  }
}

/** A rate applies until the next one, and the earliest also to all days before. */
const publishConvertedDays = (tx: Queryable, days: readonly string[]): Promise<void> =>
  publishChange(tx, {
    days: sql`select case when exists (select from exchange_rates e where e.day < r.day) then r.day else '0001-01-01' end as from_day,
      coalesce((select min(n.day) - 1 from exchange_rates n where n.day > r.day), '9999-12-31') as to_day
    from exchange_rates r
    where r.day = any(${days}::date[])`,
    networks: allNetworks,
  })

async function recordRateChanges(
  tx: Queryable,
  { action, actor }: Pick<RateUpdate, 'action' | 'actor'>,
  changes: readonly RateChange[],
): Promise<void> {
  for (const { day, before, after } of changes)
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'rate', id: day },
      before: before === null ? null : { won: formatWon(before) },
      after: after === null ? null : { won: formatWon(after) },
    })
}
