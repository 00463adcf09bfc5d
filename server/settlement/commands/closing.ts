import { maxExplanationLength } from '#contract/settlement/month-closing.ts'
import { dollars, money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { type Cell, formatTable } from '#server/platform/command-line/table.ts'
import { formatWon, parseWon } from '#server/reports/rates/won.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { sourceNames } from '#server/settlement/files/reading/sources.ts'
import type {
  ChannelComparison,
  Reconciliation,
  SourceComparison,
} from '#server/settlement/files/reconciliation.ts'
import type { MonthDraft } from '#server/settlement/months/drafts.ts'
import { formatObstacles } from '#server/settlement/months/obstacle-texts.ts'
import { nameSources, requireMonthOwner } from './months.ts'
import { fileOwner, getAccountName, month } from './parameters.ts'

const maxPrintedChannels = 20

const parseRate = cli.expecting('won per dollar, for example 1386.5', parseWon)

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
  cli.defineQuery('month preview', {
    summary: 'print what closing a month would book, and what prevents it',
    help: 'Changes nothing. Amounts are dollars; balances and payments are in the currency of the site.',
    examples: [
      'month preview --month 2026-03 --rate 1386.5',
      'month preview --month 2026-03 --rate 1386.5 --json',
    ],
    exitStatus: '0 the month can be closed, 1 something prevents it, 2 it could not run',
    parameters: { month, krwMicros: cli.required('--rate <won>', 'won per dollar', parseRate) },
    async read({ db }, options) {
      const { draftMonth } = await import('#server/settlement/months/drafts.ts')
      const { newParts: _, ...draft } = await db.readSnapshot((view) =>
        draftMonth(view, { ...options, now: new Date() }),
      )
      return { month: formatMonth(options.month), ...draft }
    },
    format: ({ obstacles, ...draft }, { month: day }) => [
      formatDraft(draft),
      obstacles.length > 0 ? formatObstacles(day, obstacles) : 'Nothing prevents closing.',
    ],
    getStatus: ({ obstacles }) => (obstacles.length > 0 ? 1 : 0),
  }),
  cli.defineCommand('month close', {
    summary: "divide a month's final money among members and networks, and freeze their statements",
    help: `The month must be over, and all earlier ones closed. It is refused while the files differ from the payment summary or are
missing, unless --explain says why, and while members of a channel have no shares. Files of closed months that were imported
later are booked with it as corrections. Nothing can be undone: see “month preview” first.`,
    examples: [
      'month close --month 2026-03 --rate 1386.5',
      'month close --month 2026-03 --rate 1386.5 --explain "Premium of two videos came with April: YouTube case 123."',
    ],
    parameters: {
      month,
      krwMicros: cli.required('--rate <won>', 'won per dollar of everything that is booked', parseRate),
      explanation: cli.option(
        '--explain <text>',
        'why differences or missing files are right; stored with the month',
        cli.parseLine(maxExplanationLength),
      ),
      force: cli.option('--force', 'take a rate that is more than 20 % away from the known ones'),
    },
    async run({ db, print }, options) {
      const { closeMonth } = await import('#server/settlement/months/closing.ts')
      const draft = await closeMonth(db, { ...options, now: new Date() })
      const rate = `${formatWon(options.krwMicros)} won per dollar`
      const count = formatCount(draft.statements.length, 'statement')
      print([`${formatMonth(options.month)} closed at ${rate}: ${count}`, formatDraft(draft)])
    },
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

type Line = MonthDraft['unallocated'][number]

function formatDraft({ statements, unallocated }: Pick<MonthDraft, 'statements' | 'unallocated'>): string[] {
  const rows = [
    ...statements.map((statement) => ({
      name: getAccountName(statement),
      lines: statement.lines,
      statement,
    })),
    { name: 'unallocated', lines: unallocated, statement: null },
    { name: 'all', lines: [...statements.flatMap(({ lines }) => lines), ...unallocated], statement: null },
  ]
  const sum = (lines: readonly Line[], isIncluded: (line: Line) => boolean) =>
    dollars(lines.filter(isIncluded).reduce((total, { micros }) => total + micros, 0))
  const ofKinds =
    (...kinds: Line['kind'][]) =>
    ({ lines }: { lines: readonly Line[] }) =>
      sum(lines, ({ kind }) => kinds.includes(kind))
  return formatTable(rows, [
    ['account', 'name'],
    ['income', ofKinds('income', 'rounding')],
    ['adjustments', ofKinds('adjustment')],
    ['tax', ofKinds('tax')],
    ['fee', ofKinds('fee')],
    // Local tax is taken of what is paid and not of what was earned.
    ['net', ({ lines }) => sum(lines, ({ kind }) => kind !== 'withholding')],
    ['withheld', ({ lines, statement }) => statement && money(sumWithheld(lines), statement.currency)],
    ['balance', ({ statement }) => statement && money(statement.closing.amount, statement.currency)],
    ['to be paid', ({ statement }) => statement && formatPayable(statement)],
  ])
}

const sumWithheld = (lines: readonly Line[]) =>
  lines.reduce((total, { kind, amount }) => total + (kind === 'withholding' ? amount : 0), 0)

function formatPayable({ payable, currency, lacksDetails }: MonthDraft['statements'][number]): Cell {
  if (lacksDetails) return { text: 'details required' }
  return payable.amount === 0 ? { text: 'carried over' } : money(payable.amount, currency)
}
