import { resolve } from 'node:path'
import { dollars } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { type Column, formatTable } from '#server/platform/command-line/table.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { formatOutcomes } from '#server/reports/commands/import.ts'
import { resolveOwner } from '#server/reports/commands/owners.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { MonthFileOutcome } from '#server/settlement/files/import.ts'
import { type MonthLoad, selectMonthLoads } from '#server/settlement/files/loads.ts'
import { nameSources, sourceNames, sources } from '#server/settlement/files/reading/sources.ts'
import { type MonthTotals, selectMonthTotals } from '#server/settlement/files/totals.ts'
import { selectMonthFiles } from '#server/settlement/months/queries.ts'
import { fileOwner, month, onlyOwner, parseMonthArgument } from './parameters.ts'

export const commands = [
  cli.defineCommand('month import', {
    summary: "import YouTube's final files of a month, as downloaded from Studio",
    help: `Files are .csv, .csv.gz or .zip, which may contain several; a folder stands for all of its files. Each of the eleven kinds is
recognized by its columns, then by its name. A file with other content replaces the one of the same kind, month and owner.
All files of a command begin to count together.`,
    examples: [
      'month import 2026-03/',
      'month import set.zip --owner us',
      'month import ads.csv --month 2026-03',
    ],
    exitStatus: '0 success, 1 some files were refused, 2 it could not run',
    parameters: {
      names: cli.argument('<path...>', 'files, folders and zip archives'),
      owner: fileOwner,
      month: cli.option('--month <month>', 'month of files that do not state it', parseMonthArgument),
      complete: cli.option('--complete', 'files whose last line has no line break are whole'),
      replace: cli.option('--replace', 'also import files that were replaced before'),
    },
    async run({ db, cwd, signal, progress, print }, { names, owner: given, ...options }) {
      const { importMonthFiles } = await import('#server/settlement/files/import.ts')
      const paths = names.map((name) => resolve(cwd, name))
      const owner = await resolveOwner(db, given)
      const started = performance.now()
      const outcomes = await importMonthFiles(db, paths, { owner, ...options, progress, signal })
      if (outcomes.length === 0)
        throw new cli.UsageError(
          'There is no .csv, .csv.gz or .zip file. Folders inside of a folder may be of other owners: name each that counts.',
        )
      print([outcomes.map(formatOutcome), formatOutcomes(outcomes, performance.now() - started)])
      return outcomes.some(({ result }) => result === 'refused') ? 1 : 0
    },
  }),
  cli.defineList('month list', {
    summary: 'list the months whose final files are there or expected, by content owner, and what is missing',
    help: `Expected are those of owners that had final files before or whose months YouTube sends, around the 10th to 20th of the
month after. Missing are the payment summary, tax, and what the payment summary pays; other kinds of files do not exist
for owners without such revenue. "by" says how files came: imported as a file, or from YouTube's API.`,
    examples: ['month list', 'month list --owner us --json'],
    parameters: { owner: onlyOwner },
    async read({ db }, { owner }) {
      const { selectArrivals, toOwnerArrival } = await import('#server/settlement/files/arrivals.ts')
      const arrivals = await selectArrivals(db, new Date())
      return arrivals
        .filter((arrival) => owner === undefined || arrival.owner === owner)
        .map((arrival) => {
          const { state, ...rest } = toOwnerArrival(arrival)
          return { ...rest, arrival: state, state: arrival.monthState }
        })
    },
    columns: [
      'month',
      'owner',
      'state',
      ['files', (row) => row.files.length],
      ['by', (row) => [...new Set(row.files.map(({ way }) => way))].sort().join(', ') || null],
      ['rows', (row) => row.files.reduce((sum, { rows }) => sum + rows, 0)],
      ['arrival', ({ arrival, dueOn }) => (arrival === 'complete' ? arrival : `${arrival}, due ${dueOn}`)],
      ['missing', (row) => nameSources(row.missing)],
    ],
    empty: 'There are no final files, and none are expected yet.',
  }),
  cli.defineQuery('month show', {
    summary: 'print the final files of a month that are in effect, and their sums',
    help: `Amounts are dollars, with --json millionths of a dollar. The amount of the payment summary is that of its line "Total", and
tax is what YouTube withheld. Tax refunds are listed with the month of their file. Times are in UTC.`,
    examples: ['month show --month 2026-03', 'month show --month 2026-03 --owner us --json'],
    parameters: { month, owner: onlyOwner },
    async read({ db }, scope) {
      await requireMonthLoads(db, scope.month, scope.owner)
      return { month: formatMonth(scope.month), files: await selectMonthFiles(db, scope) }
    },
    format: ({ files }) =>
      formatTable(files, [
        'owner',
        'file',
        'imported',
        ['source', ({ source }) => sourceNames[source]],
        ['by', 'way'],
        'rows',
        ['channels', ({ source, channels }) => (source === 'payment_summary' ? null : channels)],
        ['dollars', ({ micros }) => dollars(micros)],
      ]),
  }),
  cli.defineQuery('month totals', {
    summary: 'print the final figures of a month, by source and by channel',
    help: `Amounts are dollars, with --json millionths of a dollar. Each sum is exact and rounded once, so that channels may differ from
their source by a few millionths. Tax refunds are those of tax of the month, from whatever file. Lists registered channels and
those in the files; "(none)" is what YouTube names no channel for.`,
    examples: ['month totals --month 2026-03', 'month totals --month 2026-03 --owner us --json'],
    parameters: { month, owner: onlyOwner },
    async read({ db }, scope) {
      await requireMonthLoads(db, scope.month, scope.owner)
      return selectMonthTotals(db, scope)
    },
    format: formatTotals,
  }),
  cli.defineCommand('month withdraw', {
    summary:
      'undo the import of final files of an open month: figures revert as if they had never been imported',
    examples: ['month withdraw --month 2026-03', 'month withdraw --month 2026-03 --source ads --owner us'],
    parameters: {
      month,
      source: cli.option('--source <source>', 'only this file', sources),
      owner: fileOwner,
    },
    async run({ db, print }, { month: day, source, owner: given }) {
      const { withdrawMonth } = await import('#server/settlement/files/month-withdrawal.ts')
      const owner = await requireMonthOwner(db, day, given)
      const withdrawn = await withdrawMonth(db, { owner, month: day, source })
      const name = formatMonth(day)
      if (withdrawn.length === 0)
        throw new cli.OperatorError(
          `There is no ${source} of ${name} of ${owner}. See: month show --month ${name}`,
        )
      print(
        withdrawn.map(
          (load) =>
            `${load.fileName}: ${sourceNames[load.source]} of ${name} of ${owner} withdrawn, ${formatCount(load.rows, 'row')}`,
        ),
      )
    },
  }),
]

/** @throws {OperatorError} when there is none */
async function requireMonthLoads(
  db: Queryable,
  day: string,
  owner: string | undefined,
): Promise<MonthLoad[]> {
  const loads = await selectMonthLoads(db, { month: day, owner })
  if (loads.length > 0) return loads
  const whose = owner === undefined ? '' : ` of ${owner}`
  throw new cli.OperatorError(`There are no final files of ${formatMonth(day)}${whose}. See: month list`)
}

/** The given one, else the only one with files of the month. @throws {OperatorError | UsageError} */
export async function requireMonthOwner(
  db: Queryable,
  day: string,
  given: string | undefined,
): Promise<string> {
  const loads = await requireMonthLoads(db, day, given)
  const [owner = '', ...others] = new Set(loads.map((load) => load.owner))
  if (others.length === 0) return owner
  throw new cli.UsageError(`There are files of ${[owner, ...others].join(', ')}: choose one with --owner.`)
}

function formatOutcome(outcome: MonthFileOutcome): cli.Lines {
  const { name, warnings } = outcome
  return [formatResult(outcome), warnings.map((warning) => `warning    ${name}: ${warning}`)]
}

function formatResult(outcome: MonthFileOutcome): string {
  const { name, result } = outcome
  if (result === 'refused')
    return `refused    ${name}${outcome.line === undefined ? '' : `, line ${outcome.line}`}: ${outcome.reason}`
  const what = `${result.padEnd(9)}  ${name}: ${sourceNames[outcome.source]} of ${formatMonth(outcome.month)}`
  if (result === 'unchanged') return `${what} was already imported`
  const replaced = outcome.replaced === null ? '' : `, replacing ${outcome.replaced}`
  return `${what}, ${formatCount(outcome.rows, 'row')}${replaced}`
}

function formatTotals({
  channels,
  sources: totals,
  tax_withheld: tax,
  tax_refunded: refunded,
}: MonthTotals): string[] {
  const rows = [
    ...Object.entries(channels).map(([channel, own]) => ({
      ...{ channel, own, tax: own.tax_withheld, refunded: own.tax_refunded },
    })),
    { channel: 'total', own: totals, tax, refunded },
  ]
  const listed = sources.filter((source) => totals[source] !== undefined)
  return formatTable(rows, [
    'channel',
    ...listed.map(
      (source): Column<(typeof rows)[number]> => [
        sourceNames[source],
        ({ own }) => dollars(own[source] ?? 0),
      ],
    ),
    ['tax withheld', ({ tax }) => dollars(tax ?? 0)],
    ...(refunded === undefined
      ? []
      : [['tax refunded', (row: (typeof rows)[number]) => dollars(row.refunded ?? 0)] as const]),
  ])
}
