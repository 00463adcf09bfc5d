import { type Job, selectJobs } from '#server/reporting/jobs.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatMinute, formatResult } from './format.ts'
import { parseOwner } from './parsers.ts'
import { requireConnection } from './youtube.ts'

export const youtubeJobsCommand = (schedule: Schedule) =>
  createCommand('jobs', {
    summary: 'list the jobs by which YouTube makes the reports of a content owner',
    help: `As of the last fetch, which creates the jobs that are missing. "until" is the creation time of the newest report that
was listed. While YouTube changes the version of a report type, there are jobs of both.`,
    examples: ['youtube jobs --owner main'],
  })
    .option('--owner <name>', 'content owner; required if several are connected', parseOwner)
    .option('--json', 'print JSON')
    .action(({ owner, json }) =>
      schedule(async (context) => {
        const connection = await requireConnection(context, owner)
        context.print(formatResult(json, await selectJobs(context.db, connection.owner), formatJobs))
      }),
    )

const formatJobs = (jobs: readonly Job[]): string[] =>
  jobs.length === 0
    ? ['There are no jobs yet: the first fetch creates them.']
    : formatColumns(
        [
          ['report type', 'job', 'until', 'ends', 'type ends'],
          ...jobs.map(({ reportTypeId, jobId, listedUntil, expiresAt, deprecatedAt }) => [
            reportTypeId,
            jobId,
            ...[listedUntil, expiresAt, deprecatedAt].map((time) => (time ? formatMinute(time) : '–')),
          ]),
        ],
        5,
      )
