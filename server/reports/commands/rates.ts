import { basename } from 'node:path'
import { addDays } from '#contract/reports/calendar.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { formatCount, formatLineErrors } from '#server/platform/command-line/format.ts'
import type { Database } from '#server/platform/db/database.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import type { ExchangeRate } from '#server/reports/rates/rates-file.ts'
import { formatWon, parseWon } from '#server/reports/rates/won.ts'
import { selectExchangeRates } from './queries.ts'

const day = cli.argument('<day>', 'the day', cli.parseDay)
const force = cli.option('--force', 'accept a rate that differs from the one before by more than 20 %')

/** @returns the number of rates changed @throws {OperatorError} for an unlikely rate */
async function setRates(db: Database, action: string, rates: readonly ExchangeRate[], isForced: boolean) {
  const { UnlikelyRateError, updateExchangeRates } = await import('#server/reports/rates/exchange-rates.ts')
  try {
    return await updateExchangeRates(db, rates, { action, actor: { kind: 'operator' }, force: isForced })
  } catch (error) {
    if (!(error instanceof UnlikelyRateError)) throw error
    throw new cli.OperatorError(`${error.message} Nothing was changed. If it is right, add --force.`)
  }
}

export const commands = [
  cli.defineCommand('rates set', {
    summary: 'set the exchange rate of a day',
    help: 'A day without a rate uses the latest earlier one. To set many rates: rates import.',
    examples: ['rates set 2026-03-02 1392.5'],
    parameters: {
      day,
      krwMicros: cli.argument(
        '<won>',
        'won per dollar',
        cli.expecting('won per dollar, for example 1392.5', parseWon),
      ),
      force,
    },
    async run({ db, print }, values) {
      const changed = await setRates(db, 'rates set', [values], values.force)
      const rate = `${formatWon(values.krwMicros)} won per dollar`
      print(`${values.day}: ${rate}${changed > 0 ? '' : ' (unchanged)'}`)
    },
  }),
  cli.defineCommand('rates import', {
    summary: 'set exchange rates from a file, all or nothing',
    help: `The file has two columns, day and won per dollar, separated by commas, tabs or semicolons, with or without a header. Days are
2026-03-02, 20260302, 2026.03.02 or 2026/3/2, with or without a time, at most tomorrow, each only once. Rates of other days stay as
they are.

For example:
  day,won
  2026-03-02,1392.5
  2026-03-03,1388`,
    examples: ['rates import rates.csv'],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
    parameters: { file: cli.argument('<file.csv>', 'rates to import'), force },
    async run(context, { file, force: isForced }) {
      const { maxRatesBytes, parseRates } = await import('#server/reports/rates/rates-file.ts')
      const lastDay = addDays(getPacificDay(new Date()), 1)
      const { rates, invalidLines } = await parseInputFile(context, file, maxRatesBytes, (bytes) =>
        parseRates(bytes, lastDay),
      )
      if (invalidLines.length > 0) {
        context.print(formatLineErrors(basename(file), invalidLines))
        return 1
      }
      if (rates.length === 0) throw new cli.OperatorError(`${file} contains no rates.`)
      const changed = await setRates(context.db, 'rates import', rates, isForced)
      context.print(
        `${formatCount(rates.length, 'day')}: ${changed} set, ${rates.length - changed} unchanged`,
      )
      return 0
    },
  }),
  cli.defineCommand('rates list', {
    summary: 'list the exchange rates, in won per dollar',
    examples: ['rates list'],
    async run({ db, print }) {
      const rates = await selectExchangeRates(db)
      if (rates.length === 0) print('There are no exchange rates: amounts are shown in US dollars.')
      print(rates.map((rate) => `${rate.day}  ${formatWon(rate.krwMicros)}`))
    },
  }),
  cli.defineCommand('rates remove', {
    summary: 'remove the exchange rate of a day',
    help: 'The day then uses the latest earlier rate. Without any rate, amounts are shown in US dollars.',
    examples: ['rates remove 2026-03-02'],
    parameters: { day },
    async run({ db, print }, values) {
      const { removeExchangeRate } = await import('#server/reports/rates/exchange-rates.ts')
      if (!(await removeExchangeRate(db, values.day)))
        throw new cli.OperatorError(`There is no rate for ${values.day}. See: rates list`)
      print(`${values.day}: removed`)
    },
  }),
]
