import { resolve } from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createCommand, type Schedule, UsageError } from './command.ts'
import { formatImportSummary } from './format.ts'
import { parseOwner } from './parsers.ts'
import { resolveOwner } from './report-owner.ts'

export const importCommand = (schedule: Schedule) =>
  createCommand('import', {
    summary: 'import YouTube report files: activity, estimated revenue, video metadata, claims',
    help: `Files are .csv, .csv.gz or .csv.zip; a folder stands for all of its files. The creation time of a report comes from
reports.json next to the files (the listing of the Reporting API, each report with its "file"), else from --created,
else from the file. The newest report of a day counts, in whatever order reports arrive.`,
    examples: [
      'import reports/',
      'import content_owner_basic_a4_20260302.csv.gz --created 2026-03-03T09:00:00Z',
    ],
    exitStatus: '0 success, 1 some files were refused, 2 it could not run',
  })
    .argument('<path...>', 'files and folders')
    .option('--owner <name>', 'content owner of the reports; required once there are several', parseOwner)
    .option('--created <time>', 'creation time of the reports (ISO 8601)', parseCreated)
    .option('--replace', 'replace reports of the same id or creation time, such as an incomplete download')
    .action((names, { owner: givenOwner, created, replace }) =>
      schedule(async ({ db, cwd, signal, progress, print }) => {
        const paths = names.map((name) => resolve(cwd, name))
        const owner = await resolveOwner(db, givenOwner)
        const summary = await importFiles(db, paths, { owner, created, replace, progress, signal })
        if (summary.outcomes.length === 0) throw new UsageError('There is no .csv, .csv.gz or .csv.zip file.')
        print(formatImportSummary(summary))
        return summary.outcomes.some(({ result }) => result === 'refused') ? 1 : 0
      }),
    )

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

function parseCreated(text: string): Date {
  const time = new Date(text)
  if (isoTime.test(text) && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError(
    'Expected an ISO 8601 time with its time zone, for example 2026-03-03T09:00:00Z.',
  )
}
