import { type Job, selectJobs } from '#server/reports/fetching/jobs.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatMinute, formatResult } from './format.ts'
import { parseOwner } from './parsers.ts'
import { requireConnections } from './youtube.ts'

export const youtubeJobsCommand = (schedule: Schedule) =>
  createCommand('jobs', {
    summary: 'list the jobs by which YouTube makes the reports',
    help: `As of the last fetch, which creates the jobs that are missing. "until" is the creation time of the newest report that
was listed. While YouTube changes the version of a report type, there are jobs of both.`,
    examples: ['youtube jobs', 'youtube jobs --owner main'],
  })
    .option('--owner <name>', 'only this content owner', parseOwner)
    .option('--json', 'print JSON')
    .action(({ owner, json }) =>
      schedule(async (context) => {
        const jobs: OwnerJob[] = []
        for (const connection of await requireConnections(context, owner))
          for (const job of await selectJobs(context.db, connection.owner))
            jobs.push({ owner: connection.owner, ...job })
        context.print(formatResult(json, jobs, formatJobs))
      }),
    )

type OwnerJob = Job & { owner: string }

const formatJobs = (jobs: readonly OwnerJob[]): string[] =>
  jobs.length === 0
    ? ['There are no jobs yet: the first fetch creates them.']
    : formatColumns(
        [
          ['owner', 'report type', 'job', 'until', 'ends', 'type ends'],
          ...jobs.map(({ owner, reportTypeId, jobId, listedUntil, expiresAt, deprecatedAt }) => [
            owner,
            reportTypeId,
            jobId,
            ...[listedUntil, expiresAt, deprecatedAt].map((time) => (time ? formatMinute(time) : '–')),
          ]),
        ],
        6,
      )
