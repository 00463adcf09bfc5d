import { createLog } from '#server/platform/log.ts'
import { FetchError } from '#server/reports/fetching/api/fetch-error.ts'
import type { Connection } from '#server/reports/fetching/connections.ts'
import { type FetchDependencies, type FetchSummary, fetchReports } from '#server/reports/fetching/fetch.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { parseOwner } from './parsers.ts'
import { createAuthorizeDependencies, requireConnections } from './youtube.ts'

export const youtubeFetchCommand = (schedule: Schedule) =>
  createCommand('fetch', {
    summary: 'fetch the new reports now, instead of within the hour',
    help: `Of all content owners with a consent, one after the other. For servers whose database role must not create partitions,
run it every hour instead of setting YOUTUBE_CLIENT_ID for them.`,
    examples: ['youtube fetch', 'youtube fetch --owner main'],
    exitStatus: '0 success, 1 some reports were refused or are lost, or an owner failed, 2 it could not run',
  })
    .option('--owner <name>', 'only this content owner', parseOwner)
    .action(({ owner }) =>
      schedule(async (context) => {
        const dependencies = {
          ...createAuthorizeDependencies(context),
          log: createLog('silent'),
          settings: context.config.reporting,
        }
        let isSuccess = true
        for (const connection of await requireConnections(context, owner)) {
          const { text, isWhole } = await fetchOwner(dependencies, connection, context.signal)
          context.print(`${connection.owner}: ${text}`)
          isSuccess &&= isWhole
        }
        return isSuccess ? 0 : 1
      }),
    )

async function fetchOwner(
  dependencies: FetchDependencies,
  connection: Connection,
  signal: AbortSignal,
): Promise<{ text: string; isWhole: boolean }> {
  try {
    const summary = await fetchReports(dependencies, connection, signal)
    return { text: formatSummary(summary), isWhole: summary.refused + summary.lost === 0 }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return { text: `not finished: ${error.message}`, isWhole: false }
  }
}

const formatSummary = ({ listed, downloaded, downloadedBytes, imported, refused, lost }: FetchSummary) =>
  [
    `${formatCount(listed, 'new report')}, ${downloaded} downloaded (${Math.ceil(downloadedBytes / 1_000_000)} MB)`,
    `${imported} imported`,
    ...(refused > 0 ? [`${refused} refused: see youtube status`] : []),
    ...(lost > 0 ? [`${lost} lost: YouTube no longer has them`] : []),
  ].join(', ')
