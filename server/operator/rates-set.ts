import { InvalidArgumentError } from '@commander-js/extra-typings'
import { formatWon } from '#server/reports/rates/exchange-rates.ts'
import { parseWon } from '#server/reports/rates/rates-file.ts'
import { createCommand, type Schedule } from './command.ts'
import { parseDayArgument } from './parsers.ts'
import { forceDescription, setRates } from './rates.ts'

export const ratesSetCommand = (schedule: Schedule) =>
  createCommand('set', {
    summary: 'set the exchange rate of a day',
    help: 'A day without a rate uses the latest earlier one. To set many rates: rates import.',
    examples: ['rates set 2026-03-02 1392.5'],
  })
    .argument('<day>', 'the day', parseDayArgument)
    .argument('<won>', 'won per dollar', parseWonArgument)
    .option('--force', forceDescription)
    .action((day, krwMicros, { force }) =>
      schedule(async ({ db, print }) => {
        const changed = await setRates(db, 'rates set', [{ day, krwMicros }], force)
        print(`${day}: ${formatWon(krwMicros)} won per dollar${changed > 0 ? '' : ' (unchanged)'}`)
      }),
    )

function parseWonArgument(text: string): number {
  const krwMicros = parseWon(text)
  if (krwMicros === undefined) throw new InvalidArgumentError('Expected won per dollar, for example 1392.5.')
  return krwMicros
}
