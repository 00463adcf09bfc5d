import { dollars, formatAmount, money } from '#server/platform/command-line/amounts.ts'
import { type Cell, formatTable } from '#server/platform/command-line/table.ts'
import { formatWon } from '#server/reports/rates/won.ts'
import type { MonthDraft } from '#server/settlement/closing/month-draft.ts'
import { sumAmounts } from '#server/settlement/ledger/amounts.ts'
import { isJump, toKindAmounts } from '#server/settlement/months/month-rows.ts'
import { getAccountName } from './parameters.ts'

type Line = MonthDraft['unallocated'][number]

/** A row for each account, with what the month before brought where this one is far from it. */
export function formatDraft({
  statements,
  unallocated,
}: Pick<MonthDraft, 'statements' | 'unallocated'>): string[] {
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
    ['far from last month', ({ statement }) => statement && formatJump(statement)],
    ['balance', ({ statement }) => statement && money(statement.closing.amount, statement.currency)],
    ['to be paid', ({ statement }) => statement && formatPayable(statement)],
  ])
}

const sumWithheld = (lines: readonly Line[]) =>
  lines.reduce((total, { kind, amount }) => total + (kind === 'withholding' ? amount : 0), 0)

type Statement = MonthDraft['statements'][number]

function formatPayable({ payable, currency, lacksDetails, hasDetails }: Statement): Cell {
  if (lacksDetails) return { text: 'account required' }
  if (payable.amount === 0) return { text: 'carried over' }
  return hasDetails
    ? money(payable.amount, currency)
    : { text: `${formatAmount(payable.amount, currency)} once there is an account` }
}

function formatJump(statement: Statement): Cell | null {
  const { net } = sumAmounts(toKindAmounts(statement))
  return isJump(statement, net) ? money(statement.previousNet ?? 0, statement.currency) : null
}

/** "studio.example: 1386.5 won per dollar, by its rule" */
export const formatRates = ({ rates }: Pick<MonthDraft, 'rates'>): string[] =>
  rates
    .filter(({ hasStatements }) => hasStatements)
    .map(({ site, krwMicros, ruleKrwMicros, rule, day }) => {
      const origin =
        krwMicros !== ruleKrwMicros
          ? ruleKrwMicros === null
            ? 'not by its rule: no such rate is stored'
            : `not the ${formatWon(ruleKrwMicros)} by its rule (${rule})`
          : `by its rule (${rule}${day === null ? '' : `, ${day}`})`
      return `${site}: ${formatWon(krwMicros)} won per dollar, ${origin}`
    })
