import type { Queries } from '#server/db/connect.ts'
import { scaled } from '#server/ingest/decimal.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { readDay } from '#server/ingest/report-day.ts'
import { touchFigures } from '#server/ingest/rollups.ts'
import { type Command, UsageError } from './command.ts'

/** Rates are reckoned with below 9,000 won: an exact product with one stays within a bigint. */
const tooHigh = 9_000_000_000

export const ratesSetCommand: Command = {
  name: 'rates set',
  usage: '<day> <won per dollar>',
  summary: 'Sets the exchange rate from a day on; a day without one takes the latest before it.',
  options: {},
  prepare({ positionals }) {
    const [first = '', second = ''] = positionals
    const day = readDay(first)
    const krwMicros = scaled(second, 1_000_000)
    if (!day || positionals.length !== 2)
      throw new UsageError('Give the day (2026-03-02) and the won per dollar (1392.5).')
    if (krwMicros === undefined || krwMicros <= 0 || krwMicros >= tooHigh)
      throw new UsageError(`"${second}" is not an amount of won per dollar.`)
    return async ({ db, print }) => {
      const changed = await db.transaction((tx) => upsertRate(tx, day, krwMicros))
      await refreshLists(db)
      print(`${day}: ${krwMicros / 1_000_000} won per dollar${changed ? '' : ', as before'}`)
      return 0
    }
  },
}

/** @returns whether it was another one before */
async function upsertRate(tx: Queries, day: string, krwMicros: number): Promise<boolean> {
  const changed = await tx.query(
    `insert into exchange_rates (day, krw_micros)
    values ($1, $2)
    on conflict (day) do update
    set krw_micros = excluded.krw_micros
    where exchange_rates.krw_micros <> excluded.krw_micros
    returning day`,
    [day, krwMicros],
  )
  if (changed.length > 0) await touchFigures(tx)
  return changed.length > 0
}
