import { parseDay } from '#server/files/day.ts'
import { parseWon } from '#server/ingest/rates-file.ts'
import { type Command, UsageError } from './command.ts'
import { updateExchangeRates } from './rates.ts'

export const ratesSetCommand: Command = {
  name: 'rates set',
  usage: '<day> <won per dollar>',
  summary: 'Sets the exchange rate from a day on; a day without one takes the latest before it.',
  help: `For instance:
  npm run operator -- rates set 2026-03-02 1392.5

Status: 0 it is set, 2 it could not be set. Many at once: rates import.`,
  options: {},
  prepare({ positionals }) {
    const [first = '', second = ''] = positionals
    const day = parseDay(first)
    const krwMicros = parseWon(second)
    if (!day || positionals.length !== 2)
      throw new UsageError('Give the day (2026-03-02) and the won per dollar (1392.5).')
    if (krwMicros === undefined) throw new UsageError(`"${second}" is not an amount of won per dollar.`)
    return async ({ db, print }) => {
      const changed = await updateExchangeRates(db, 'rates set', [{ day, krwMicros }])
      print(`${day}: ${krwMicros / 1_000_000} won per dollar${changed > 0 ? '' : ', as before'}`)
      return 0
    }
  },
}
