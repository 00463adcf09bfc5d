import { createLog } from '#server/log.ts'
import { type FetchSummary, fetchReports } from '#server/reporting/fetch.ts'
import { FetchError } from '#server/reporting/fetch-error.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { parseOwner } from './parsers.ts'
import { createAuthorizeDependencies, requireConnection } from './youtube.ts'

export const youtubeFetchCommand = (schedule: Schedule) =>
  createCommand('fetch', {
    summary: 'fetch the new reports of a content owner now, instead of within the hour',
    examples: ['youtube fetch', 'youtube fetch --owner main'],
    exitStatus: '0 success, 1 some reports were refused or are lost, 2 it could not be finished',
  })
    .option('--owner <name>', 'content owner; required if several are connected', parseOwner)
    .action(({ owner }) =>
      schedule(async (context) => {
        const connection = await requireConnection(context, owner)
        const dependencies = {
          ...createAuthorizeDependencies(context),
          log: createLog('silent'),
          settings: context.config.reporting,
        }
        try {
          const summary = await fetchReports(dependencies, connection, context.signal)
          context.print(formatSummary(summary))
          return summary.refused + summary.lost > 0 ? 1 : 0
        } catch (error) {
          if (error instanceof FetchError) throw new OperatorError(`Not finished: ${error.message}.`)
          throw error
        }
      }),
    )

const formatSummary = ({ listed, downloaded, downloadedBytes, imported, refused, lost }: FetchSummary) =>
  [
    `${formatCount(listed, 'new report')}, ${downloaded} downloaded (${Math.ceil(downloadedBytes / 1_000_000)} MB)`,
    `${imported} imported`,
    ...(refused > 0 ? [`${refused} refused: see youtube status`] : []),
    ...(lost > 0 ? [`${lost} lost: YouTube no longer has them`] : []),
  ].join(', ')
