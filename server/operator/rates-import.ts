import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type BadLine, readRates } from '#server/ingest/rates-file.ts'
import { FileRefused } from '#server/ingest/refused.ts'
import { addDays } from '#server/reports/periods.ts'
import { reportToday } from '#server/today.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { countOf } from './outcome.ts'
import { setRates } from './rates.ts'

const mostBytes = 4 * 1024 * 1024
const mostShown = 20

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
    const [named] = positionals
    if (!named || positionals.length !== 1) throw new UsageError('Name one file.')
    return async ({ db, folder, print }) => {
      const { rates, bad } = await readFile(resolve(folder, named), named)
      if (bad.length > 0) {
        for (const line of describeBad(basename(named), bad)) print(line)
        return 1
      }
      if (rates.length === 0) throw new OperatorError(`${named} has no rate in it.`)
      const changed = await setRates(db, 'rates import', rates)
      print(`${countOf(rates.length, 'day')}: ${changed} set, ${rates.length - changed} as before`)
      return 0
    }
  },
}

async function readFile(path: string, named: string) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > mostBytes) throw new OperatorError(`${named} is too large to be a file of rates.`)
    return readRates(await file.readFile(), addDays(reportToday(new Date()), 1))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (error instanceof FileRefused) throw new OperatorError(`${named}: ${error.message}.`)
    throw new OperatorError(`${named} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function describeBad(name: string, bad: readonly BadLine[]): string[] {
  const more = bad.length > mostShown ? [`  and ${bad.length - mostShown} more`] : []
  return [
    `${name}: ${countOf(bad.length, 'line')} cannot be taken, so nothing was set:`,
    ...bad.slice(0, mostShown).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...more,
  ]
}
