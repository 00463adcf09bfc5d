import {
  type ChannelComparison,
  type Reconciliation,
  reconcileMonth,
  type SourceComparison,
} from '#server/settlement/files/reconciliation.ts'
import { formatMonth, sourceNames } from '#server/settlement/files/sources.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatCount, formatDollars, formatResult } from './format.ts'
import { parseMonthArgument, requireMonthOwner } from './month-format.ts'
import { parseOwner } from './parsers.ts'

export const monthReconcileCommand = (schedule: Schedule) =>
  createCommand('reconcile', {
    summary:
      "compare a month's final files with the payment summary, by source, and with the daily estimates",
    help: `Sources agree within a cent. Estimates cover the days whose revenue report was imported; final amounts beside them are those
of ads, premium and Shorts, without adjustments and paid features. Amounts are dollars, with --json millionths of a dollar.`,
    examples: ['month reconcile --month 2026-03', 'month reconcile --month 2026-03 --owner us --json'],
    exitStatus: '0 all sources agree, 1 they do not or there is no payment summary, 2 it could not run',
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .option('--owner <name>', 'content owner of the files; required once there are several', parseOwner)
    .option('--json', 'print JSON')
    .action(({ month, owner: givenOwner, json }) =>
      schedule(async ({ db, print }) => {
        const owner = await requireMonthOwner(db, month, givenOwner)
        const result = await reconcileMonth(db, { month, owner })
        print(
          formatResult(json, { month: formatMonth(month), owner, ...result }, () =>
            formatReconciliation(result),
          ),
        )
        return result.agrees ? 0 : 1
      }),
    )

const formatReconciliation = (result: Reconciliation): string[] => [
  ...formatSources(result),
  '',
  ...formatEstimates(result.estimates),
  '',
  ...formatUnattributed(result),
]

const formatOptional = (micros: number | null) => (micros === null ? '–' : formatDollars(micros))

function formatSources({
  hasPaymentSummary,
  sources,
  unknownLines,
  total,
  agrees,
}: Reconciliation): string[] {
  if (!hasPaymentSummary)
    return ['There is no payment summary: import it to compare its amounts with the files.']
  return [
    ...formatColumns(
      [
        ['source', '', 'files', 'paid', 'difference'],
        ...[...sources, ...(total ? [total] : [])].map((row) => [
          row.name,
          formatVerdict(row),
          formatOptional(row.filesMicros),
          formatOptional(row.paidMicros),
          formatDollars(row.differenceMicros),
        ]),
        ...unknownLines.map(({ label, micros }) => [
          label,
          'no file corresponds to it',
          '–',
          formatDollars(micros),
          formatDollars(-micros),
        ]),
      ],
      2,
    ),
    agrees ? 'All sources agree with the payment summary.' : 'There are differences to the payment summary.',
  ]
}

function formatVerdict({ agrees, missingFiles }: SourceComparison): string {
  if (agrees) return 'agrees'
  const missing = missingFiles.map((source) => sourceNames[source]).join('; ')
  return missing === '' ? 'DIFFERS' : `DIFFERS, not imported: ${missing}`
}

const maxPrintedChannels = 20

function formatEstimates({
  coveredDays,
  days,
  finalMicros,
  estimateMicros,
  channels,
}: Reconciliation['estimates']): string[] {
  if (coveredDays === 0) return ['There are no daily estimates of the month.']
  const omitted = channels.length - maxPrintedChannels
  return [
    `Final against estimated, which covers ${coveredDays} of ${formatCount(days, 'day')}; largest differences first:`,
    ...formatColumns(
      [
        ['channel', 'days', 'final', 'estimate', 'difference'],
        ...channels.slice(0, maxPrintedChannels).map(toEstimateRow),
        toEstimateRow({
          channelId: 'all channels',
          estimatedDays: coveredDays,
          finalMicros,
          estimateMicros,
        }),
      ],
      1,
    ),
    ...(omitted > 0 ? [`and ${formatCount(omitted, 'channel')} more: see them with --json`] : []),
  ]
}

const toEstimateRow = ({ channelId, estimatedDays, finalMicros, estimateMicros }: ChannelComparison) => [
  channelId,
  String(estimatedDays),
  formatDollars(finalMicros),
  formatDollars(estimateMicros),
  formatDollars(finalMicros - estimateMicros),
]

const formatUnattributed = ({ withoutChannel, unregistered }: Reconciliation): string[] => [
  ...(withoutChannel.length === 0
    ? ['All money has a channel.']
    : [
        'Money without a known channel:',
        ...formatColumns(
          withoutChannel.map(({ source, micros }) => [`  ${sourceNames[source]}`, formatDollars(micros)]),
          1,
        ),
      ]),
  ...(unregistered.length === 0
    ? ['All channels are registered.']
    : [
        'Channels that nobody has registered:',
        ...formatColumns(
          unregistered.map(({ channelId, micros }) => [`  ${channelId}`, formatDollars(micros)]),
          1,
        ),
      ]),
]
