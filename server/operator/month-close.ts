import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Currency } from '#contract/platform/currency.ts'
import { formatWon } from '#server/reports/rates/exchange-rates.ts'
import { parseWon } from '#server/reports/rates/rates-file.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import { ClosingError, closeMonth, draftMonth, type MonthDraft } from '#server/settlement/months/closing.ts'
import { formatObstacles } from '#server/settlement/months/obstacle-texts.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatAmount, formatColumns, formatCount, formatDollars, formatResult } from './format.ts'
import { parseMonthArgument } from './month-format.ts'
import { parseLine } from './parsers.ts'

const maxExplanationLength = 1_000

export const monthCloseCommand = (schedule: Schedule) =>
  createCommand('close', {
    summary: "divide a month's final money among members and networks, and freeze their statements",
    help: `The month must be over, and all earlier ones closed. It is refused while the files differ from the payment summary or are
missing, unless --explain says why, and while members of a channel have no shares. Files of closed months that were imported
later are booked with it as corrections. Nothing can be undone: see “month preview” first.`,
    examples: [
      'month close --month 2026-03 --rate 1386.5',
      'month close --month 2026-03 --rate 1386.5 --explain "Premium of two videos came with April: YouTube case 123."',
    ],
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .requiredOption('--rate <won>', 'won per dollar of everything that is booked', parseRate)
    .option(
      '--explain <text>',
      'why differences or missing files are right; stored with the month',
      parseLine(maxExplanationLength),
    )
    .action(({ month, rate, explain }) =>
      schedule(async ({ db, print }) => {
        const options = { month, krwMicros: rate, now: new Date(), explanation: explain }
        const draft = await withClosingErrors(() => closeMonth(db, options))
        print([
          `${formatMonth(month)} closed at ${formatWon(rate)} won per dollar: ${formatCount(draft.statements.length, 'statement')}`,
          ...formatDraft(draft),
        ])
      }),
    )

export const monthPreviewCommand = (schedule: Schedule) =>
  createCommand('preview', {
    summary: 'print what closing a month would book, and what is in its way',
    help: 'Changes nothing. Amounts are dollars; balances and payments are in the currency of the site.',
    examples: [
      'month preview --month 2026-03 --rate 1386.5',
      'month preview --month 2026-03 --rate 1386.5 --json',
    ],
    exitStatus: '0 the month can be closed, 1 something is in the way, 2 it could not run',
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .requiredOption('--rate <won>', 'won per dollar', parseRate)
    .option('--json', 'print JSON')
    .action(({ month, rate, json }) =>
      schedule(async ({ db, print }) => {
        const { newParts: _parts, ...draft } = await withClosingErrors(() =>
          db.readSnapshot((view) => draftMonth(view, { month, krwMicros: rate, now: new Date() })),
        )
        const { obstacles } = draft
        print(
          formatResult(json, { month: formatMonth(month), ...draft }, () => [
            ...formatDraft(draft),
            ...(obstacles.length > 0 ? [formatObstacles(month, obstacles)] : ['Nothing is in the way.']),
          ]),
        )
        return obstacles.length > 0 ? 1 : 0
      }),
    )

function parseRate(text: string): number {
  const krwMicros = parseWon(text)
  if (krwMicros === undefined) throw new InvalidArgumentError('Expected won per dollar, for example 1386.5.')
  return krwMicros
}

const withClosingErrors = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    throw error instanceof ClosingError ? new OperatorError(error.message) : error
  })

const sumMicros = (lines: readonly { micros: number }[]) => lines.reduce((sum, { micros }) => sum + micros, 0)

function formatDraft({ statements, unallocated }: Pick<MonthDraft, 'statements' | 'unallocated'>): string[] {
  const all = [...statements.flatMap(({ lines }) => lines), ...unallocated]
  return [
    ...formatColumns(
      [
        ['account', 'income', 'adjustments', 'tax', 'fee', 'net', 'withheld', 'balance', 'to be paid'],
        ...statements.map(({ email, accountId, lines, closing, payable, currency, lacksDetails }) => [
          email ?? `account ${accountId}`,
          ...formatSums(lines),
          formatAmount(sumWithheld(lines), currency),
          formatAmount(closing.amount, currency),
          formatPayable(payable.amount, currency, lacksDetails),
        ]),
        ['unallocated', ...formatSums(unallocated), '–', '–', '–'],
        ['all', ...formatSums(all), '–', '–', '–'],
      ],
      1,
    ),
  ]
}

function formatPayable(amount: number, currency: Currency, lacksDetails: boolean): string {
  if (lacksDetails) return 'details required'
  return amount === 0 ? 'carried over' : formatAmount(amount, currency)
}

const isWithholding = ({ kind }: MonthDraft['unallocated'][number]) => kind === 'withholding'

const sumWithheld = (lines: MonthDraft['unallocated']) =>
  lines.filter(isWithholding).reduce((sum, { amount }) => sum + amount, 0)

/** Without local tax, which is taken of what is paid and not of what was earned. */
const formatSums = (lines: MonthDraft['unallocated']) =>
  [
    ...(['income', 'adjustment', 'tax', 'fee'] as const).map((kind) =>
      sumMicros(
        lines.filter((line) => line.kind === kind || (kind === 'income' && line.kind === 'rounding')),
      ),
    ),
    sumMicros(lines.filter((line) => !isWithholding(line))),
  ].map((micros) => formatDollars(micros))
