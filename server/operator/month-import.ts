import { resolve } from 'node:path'
import { importMonthFiles, type MonthFileOutcome } from '#server/settlement/files/import.ts'
import { formatMonth, sourceNames } from '#server/settlement/files/sources.ts'
import { createCommand, type Schedule, UsageError } from './command.ts'
import { formatCount } from './format.ts'
import { parseMonthArgument } from './month-format.ts'
import { parseOwner } from './parsers.ts'
import { resolveOwner } from './report-owner.ts'

export const monthImportCommand = (schedule: Schedule) =>
  createCommand('import', {
    summary: "import YouTube's final files of a month, as downloaded from Studio",
    help: `Files are .csv, .csv.gz or .zip, which may contain several; a folder stands for all of its files. Each of the ten kinds is
recognized by its columns, then by its name. A file with other content replaces the one of the same kind, month and owner.
All files of a command begin to count together.`,
    examples: [
      'month import 2026-03/',
      'month import set.zip --owner us',
      'month import ads.csv --month 2026-03',
    ],
    exitStatus: '0 success, 1 some files were refused, 2 it could not run',
  })
    .argument('<path...>', 'files, folders and zip archives')
    .option('--owner <name>', 'content owner of the files; required once there are several', parseOwner)
    .option('--month <month>', 'month of files that do not say it', parseMonthArgument)
    .option('--replace', 'import also files that were replaced before')
    .action((names, { owner: givenOwner, month, replace }) =>
      schedule(async ({ db, cwd, signal, progress, print }) => {
        const paths = names.map((name) => resolve(cwd, name))
        const owner = await resolveOwner(db, givenOwner)
        const started = performance.now()
        const outcomes = await importMonthFiles(db, paths, { owner, month, replace, progress, signal })
        if (outcomes.length === 0) throw new UsageError('There is no .csv, .csv.gz or .zip file.')
        print(outcomes.flatMap(formatOutcome))
        print(formatSummary(outcomes, performance.now() - started))
        return outcomes.some(({ result }) => result === 'refused') ? 1 : 0
      }),
    )

const formatOutcome = (outcome: MonthFileOutcome): string[] => [
  formatResult(outcome),
  ...outcome.warnings.map((warning) => `warning    ${outcome.label}: ${warning}`),
]

function formatResult(outcome: MonthFileOutcome): string {
  const { label } = outcome
  switch (outcome.result) {
    case 'loaded': {
      const { source, month, rows, replaced } = outcome
      const instead = replaced === null ? '' : `, replacing ${replaced}`
      return `loaded     ${label}: ${sourceNames[source]} of ${formatMonth(month)}, ${formatCount(rows, 'row')}${instead}`
    }
    case 'unchanged':
      return `unchanged  ${label}: ${sourceNames[outcome.source]} of ${formatMonth(outcome.month)} was already imported`
    case 'refused': {
      const line = outcome.line === undefined ? '' : `, line ${outcome.line}`
      return `refused    ${label}${line}: ${outcome.reason}`
    }
  }
}

function formatSummary(outcomes: readonly MonthFileOutcome[], ms: number): string {
  const rows = outcomes.reduce((sum, outcome) => sum + (outcome.result === 'loaded' ? outcome.rows : 0), 0)
  const counts = (['loaded', 'unchanged', 'refused'] as const)
    .map((result) => ({ result, count: outcomes.filter((outcome) => outcome.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${result}`)
  return `${formatCount(outcomes.length, 'file')}: ${counts.join(', ')}; ${formatCount(rows, 'row')} in ${(ms / 1000).toFixed(1)} s`
}
