import type { Command } from './command.ts'

export const ratesListCommand: Command = {
  name: 'rates list',
  usage: '',
  summary: 'Prints the exchange rates that are known, in won per dollar.',
  options: {},
  prepare:
    () =>
    async ({ db, print }) => {
      const rates = await db.query<{ day: string; krwMicros: number }>(
        `select day,
          krw_micros as "krwMicros"
        from exchange_rates
        order by day`,
      )
      for (const { day, krwMicros } of rates) print(`${day}  ${krwMicros / 1_000_000}`)
      if (rates.length === 0) print('No exchange rate is known: amounts are shown in US dollars.')
      return 0
    },
}
