import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { addDays } from '#server/figures/periods.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { type InvalidLine, parseRates } from '#server/ingest/rates-file.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'
import { updateExchangeRates } from './rates.ts'

const maxBytes = 4 * 1024 * 1024
const maxPrintedErrors = 20

export const ratesImportCommand: Command = {
  name: 'rates import',
  usage: '<file.csv>',
  summary: 'Sets the exchange rates of a file: a line with a day and the won per dollar for each.',
  help: `The file is CSV in UTF-8 with two columns, with or without a header; days are 2026-03-02 or 20260302, at the latest
tomorrow, each of them once. All of it is checked before anything changes: if a line is bad, nothing is set. Rates of
other days stay as they are.

For instance, a file with
  day,won
  2026-03-02,1392.5
  2026-03-03,1388
and then
  npm run operator -- rates import rates.csv

Status: 0 the rates are set, 1 some lines are bad and nothing was set, 2 it could not run.`,
  options: {},
  prepare({ positionals }) {
    const [fileName] = positionals
    if (!fileName || positionals.length !== 1) throw new UsageError('Name one file.')
    return async ({ db, cwd, print }) => {
      const { rates, invalidLines: errors } = await readRatesFile(resolve(cwd, fileName), fileName)
      if (errors.length > 0) {
        for (const line of formatLineErrors(basename(fileName), errors)) print(line)
        return 1
      }
      if (rates.length === 0) throw new OperatorError(`${fileName} has no rate in it.`)
      const changed = await updateExchangeRates(db, 'rates import', rates)
      print(`${formatCount(rates.length, 'day')}: ${changed} set, ${rates.length - changed} as before`)
      return 0
    }
  },
}

async function readRatesFile(path: string, fileName: string) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxBytes) throw new OperatorError(`${fileName} is too large to be a file of rates.`)
    return parseRates(await file.readFile(), addDays(getPacificDay(new Date()), 1))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (error instanceof FileRefusal) throw new OperatorError(`${fileName}: ${error.message}.`)
    throw new OperatorError(`${fileName} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function formatLineErrors(name: string, errors: readonly InvalidLine[]): string[] {
  const omitted = errors.length > maxPrintedErrors ? [`  and ${errors.length - maxPrintedErrors} more`] : []
  return [
    `${name}: ${formatCount(errors.length, 'line')} cannot be taken, so nothing was set:`,
    ...errors.slice(0, maxPrintedErrors).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...omitted,
  ]
}
