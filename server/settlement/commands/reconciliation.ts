import { dollars } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { formatTable } from '#server/platform/command-line/table.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { nameSources, sourceNames } from '#server/settlement/files/reading/sources.ts'
import type {
  ChannelComparison,
  Reconciliation,
  SourceComparison,
} from '#server/settlement/files/reconciliation.ts'
import { requireMonthOwner } from './months.ts'
import { fileOwner, month } from './parameters.ts'

const maxPrintedChannels = 20

export const commands = [
  cli.defineQuery('month reconcile', {
    summary:
      "compare a month's final files with the payment summary, by source, and with the daily estimates",
    help: `Sources agree within a cent. Estimates cover the days whose revenue report was imported; final amounts beside them are those
of ads, premium and Shorts, without adjustments and paid features. Amounts are dollars, with --json millionths of a dollar.`,
    examples: ['month reconcile --month 2026-03', 'month reconcile --month 2026-03 --owner us --json'],
    exitStatus: '0 all sources agree, 1 they do not or there is no payment summary, 2 it could not run',
    parameters: { month, owner: fileOwner },
    async read({ db }, given) {
      const { reconcileMonth } = await import('#server/settlement/files/reconciliation.ts')
      const scope = { month: given.month, owner: await requireMonthOwner(db, given.month, given.owner) }
      return { ...scope, month: formatMonth(given.month), ...(await reconcileMonth(db, scope)) }
    },
    format: (result) => [
      formatSources(result),
      '',
      formatEstimates(result.estimates),
      '',
      formatAmounts(
        'All money has a channel.',
        'Money without a known channel:',
        result.withoutChannel.map(({ source, micros }) => [sourceNames[source], micros]),
      ),
      formatAmounts(
        'All channels are registered.',
        'Channels that nobody has registered:',
        result.unregistered.map(({ channelId, micros }) => [channelId, micros]),
      ),
    ],
    getStatus: ({ agrees }) => (agrees ? 0 : 1),
  }),
]

function formatSources({
  hasPaymentSummary,
  sources,
  unknownLines,
  total,
  agrees,
}: Reconciliation): cli.Lines {
  if (!hasPaymentSummary)
    return 'There is no payment summary: import it to compare its amounts with the files.'
  const rows = [
    ...sources,
    ...(total ? [total] : []),
    ...unknownLines.map(({ label, micros }) => ({
      name: label,
      verdict: 'no file corresponds to it',
      filesMicros: null,
      paidMicros: micros,
      differenceMicros: -micros,
    })),
  ]
  return [
    formatTable(rows, [
      ['source', 'name'],
      ['', (row) => ('verdict' in row ? row.verdict : formatVerdict(row))],
      ['files', ({ filesMicros }) => dollars(filesMicros)],
      ['paid', ({ paidMicros }) => dollars(paidMicros)],
      ['difference', ({ differenceMicros }) => dollars(differenceMicros)],
    ]),
    agrees
      ? 'All sources agree with the payment summary.'
      : 'There are differences from the payment summary.',
  ]
}

function formatVerdict({ agrees, missingFiles }: SourceComparison): string {
  const missing = nameSources(missingFiles)
  return agrees ? 'agrees' : missing === null ? 'DIFFERS' : `DIFFERS, not imported: ${missing}`
}

function formatEstimates({ coveredDays, days, channels, ...sums }: Reconciliation['estimates']): cli.Lines {
  if (coveredDays === 0) return 'There are no daily estimates of the month.'
  const omitted = channels.length - maxPrintedChannels
  const all: ChannelComparison = { channelId: 'all channels', estimatedDays: coveredDays, ...sums }
  return [
    `Final against estimated, which covers ${coveredDays} of ${formatCount(days, 'day')}; largest differences first:`,
    formatTable(
      [...channels.slice(0, maxPrintedChannels), all],
      [
        ['channel', 'channelId'],
        ['days', 'estimatedDays'],
        ['final', ({ finalMicros }) => dollars(finalMicros)],
        ['estimate', ({ estimateMicros }) => dollars(estimateMicros)],
        ['difference', ({ finalMicros, estimateMicros }) => dollars(finalMicros - estimateMicros)],
      ],
    ),
    omitted > 0 && `and ${formatCount(omitted, 'channel')} more: see them with --json`,
  ]
}

function formatAmounts(
  none: string,
  title: string,
  amounts: readonly [name: string, micros: number][],
): cli.Lines {
  if (amounts.length === 0) return none
  return [
    title,
    formatTable(
      amounts.map(([name, micros]) => ({ name: `  ${name}`, micros })),
      ['name', ['dollars', ({ micros }) => dollars(micros)]],
    ),
  ]
}
