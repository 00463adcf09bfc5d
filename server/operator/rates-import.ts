import { basename, resolve } from 'node:path'
import { addDays } from '#contract/reports/calendar.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { maxRatesBytes, parseRates } from '#server/reports/rates/rates-file.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount, formatLineErrors } from './format.ts'
import { parseInputFile } from './input-file.ts'
import { forceDescription, setRates } from './rates.ts'

export const ratesImportCommand = (schedule: Schedule) =>
  createCommand('import', {
    summary: 'set exchange rates from a file, all or nothing',
    help: `The file is CSV in UTF-8 with two columns, day and won per dollar, with or without a header. Days are 2026-03-02 or
20260302, at most tomorrow, each only once. Rates of other days stay as they are.

For example:
  day,won
  2026-03-02,1392.5
  2026-03-03,1388`,
    examples: ['rates import rates.csv'],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
  })
    .argument('<file.csv>', 'rates to import')
    .option('--force', forceDescription)
    .action((fileName, { force }) =>
      schedule(async ({ db, cwd, print }) => {
        const lastDay = addDays(getPacificDay(new Date()), 1)
        const { rates, invalidLines: errors } = await parseInputFile(
          resolve(cwd, fileName),
          fileName,
          maxRatesBytes,
          (bytes) => parseRates(bytes, lastDay),
        )
        if (errors.length > 0) {
          print(formatLineErrors(basename(fileName), errors))
          return 1
        }
        if (rates.length === 0) throw new OperatorError(`${fileName} contains no rates.`)
        const changed = await setRates(db, 'rates import', rates, force)
        print(`${formatCount(rates.length, 'day')}: ${changed} set, ${rates.length - changed} unchanged`)
        return 0
      }),
    )
