import { resolve } from 'node:path'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import type { ReportedDay } from '#server/reports/completeness/completeness.ts'
import type { ImportSummary, ReportOutcome } from '#server/reports/ingest/import-files.ts'
import { formatMissing, resolveOwner } from './owners.ts'

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

const parseTime = cli.expecting('a time in ISO 8601, for example 2026-03-03T09:00:00Z', (text) =>
  isoTime.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined,
)

export const commands = [
  cli.defineCommand('import', {
    summary: 'import YouTube report files: activity, estimated revenue, video metadata, claims',
    help: `Files are .csv, .csv.gz or .csv.zip; a folder stands for all of its files. The creation time of a report comes from
reports.json next to the files (the listing of the Reporting API, each report with its "file"), else from --created,
else from the file. The newest report of a day counts, in whatever order reports arrive.`,
    examples: [
      'import reports/',
      'import content_owner_basic_a4_20260302.csv.gz --created 2026-03-03T09:00:00Z',
      'import video_report_Studio_V_v1-4.csv --day 2026-03-02',
    ],
    exitStatus: '0 success, 1 some files were refused, 2 it could not run',
    parameters: {
      names: cli.argument('<path...>', 'files and folders'),
      owner: cli.ownerOption('content owner of the reports; required once there are several'),
      created: cli.option('--created <time>', 'creation time of the reports (ISO 8601)', parseTime),
      day: cli.option(
        '--day <day>',
        'day of claims and metadata whose files do not say it, such as video_report_…_V_v1-4.csv of YouTube Studio',
        cli.parseDay,
      ),
      complete: cli.option('--complete', 'files whose last line has no line break are whole'),
      replace: cli.option(
        '--replace',
        'replace reports of the same id or creation time, such as an incomplete download',
      ),
    },
    async run({ db, cwd, signal, progress, print }, { names, owner: given, ...options }) {
      const { importFiles } = await import('#server/reports/ingest/import-files.ts')
      const paths = names.map((name) => resolve(cwd, name))
      const owner = await resolveOwner(db, given)
      const summary = await importFiles(db, paths, { owner, ...options, progress, signal })
      if (summary.outcomes.length === 0)
        throw new cli.UsageError(
          'There is no .csv, .csv.gz or .csv.zip file. Folders inside of a folder may be of other owners: name each that counts.',
        )
      print(formatImportSummary(summary))
      return summary.outcomes.some(({ result }) => result === 'refused') ? 1 : 0
    },
  }),
]

export function formatFileOutcome(outcome: ReportOutcome): string {
  const { name } = outcome
  switch (outcome.result) {
    case 'loaded': {
      const seconds = `${(outcome.ms / 1000).toFixed(1)} s`
      return `loaded     ${name}: ${outcome.type} of ${outcome.day}, ${formatCount(outcome.rows, 'row')}, ${seconds}`
    }
    case 'unchanged':
      return `unchanged  ${name}: ${outcome.type} of ${outcome.day} was already imported`
    case 'older':
      return `older      ${name}: a newer ${outcome.type} report of ${outcome.day} was already imported`
    case 'refused':
      return `refused    ${name}${outcome.line === undefined ? '' : `, line ${outcome.line}`}: ${outcome.reason}`
  }
}

const formatImportSummary = ({
  outcomes,
  incompleteDays,
  factsOverCapacity,
  ms,
}: ImportSummary): string[] => [
  ...outcomes.map(formatFileOutcome),
  ...outcomes.flatMap(({ name, warnings }) => warnings.map((warning) => `warning    ${name}: ${warning}`)),
  ...formatIncompleteDays(incompleteDays),
  ...(factsOverCapacity === null
    ? []
    : [
        `The embedded database holds ${formatInteger(factsOverCapacity)} facts and is getting slow: use a PostgreSQL server (DATABASE_URL).`,
      ]),
  formatOutcomes(outcomes, ms),
]

const results = ['loaded', 'unchanged', 'older', 'refused'] as const

/** "3 files: 2 unchanged, 1 refused; 0 rows in 0.1 s" */
export function formatOutcomes(
  outcomes: readonly { result: (typeof results)[number]; rows?: number }[],
  ms: number,
): string {
  const loaded = outcomes.filter(({ result }) => result === 'loaded')
  const rows = loaded.reduce((sum, outcome) => sum + (outcome.rows ?? 0), 0)
  const counts = results.flatMap((result) => {
    const count = outcomes.filter((outcome) => outcome.result === result).length
    return count > 0 ? [`${count} ${result}`] : []
  })
  return `${formatCount(outcomes.length, 'file')}: ${counts.join(', ')}; ${formatCount(rows, 'row')} in ${(ms / 1000).toFixed(1)} s`
}

const maxPrintedDays = 10

function formatIncompleteDays(days: readonly ReportedDay[]): string[] {
  if (days.length === 0) return []
  const omitted = days.length - maxPrintedDays
  return [
    'These days lack a report, and periods end on the last day that lacks none (see: report days):',
    ...days.slice(-maxPrintedDays).map((day) => `  ${day.day} of ${day.owner}: ${formatMissing(day)}`),
    ...(omitted > 0 ? [`  and ${omitted} earlier ones`] : []),
  ]
}
