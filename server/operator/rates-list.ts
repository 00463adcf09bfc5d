import * as z from 'zod/mini'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatWon } from '#server/reports/rates/exchange-rates.ts'
import { createCommand, type Schedule } from './command.ts'

const RateRow = z.object({ day: Day, krwMicros: Integer })

export const ratesListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the exchange rates, in won per dollar',
    examples: ['rates list'],
  }).action(() =>
    schedule(async ({ db, print }) => {
      const rates = await db.query(
        RateRow,
        sql`select day,
          krw_micros as "krwMicros"
        from exchange_rates
        order by day`,
      )
      if (rates.length === 0) print('There are no exchange rates: amounts are shown in US dollars.')
      print(rates.map(({ day, krwMicros }) => `${day}  ${formatWon(krwMicros)}`))
    }),
  )
