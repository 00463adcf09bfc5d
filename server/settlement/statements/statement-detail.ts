import * as z from 'zod/mini'
import { countDays, getMonthStart } from '#contract/reports/calendar.ts'
import {
  type CorrectionLine,
  comparedMonths,
  type IncomeLine,
  type LaterLine,
  ManualKind,
  type ManualLine,
  type MonthComparison,
  maxStatementLines,
  type Payment,
  type StatementDetail,
} from '#contract/settlement/statement-detail.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listCompleteDays } from '#server/reports/completeness/completeness.ts'
import { resolveScope } from '#server/reports/figures/scope.ts'
import { formatMonth, getMonthRange } from '#server/settlement/calendar/month.ts'
import { type Source, sources } from '#server/settlement/files/reading/sources.ts'
import { type DescribeChannel, selectChannelNames } from './channels.ts'
import { addAmounts, type ReadStatement } from './statement-amounts.ts'
import { formatStatementNumber } from './statement-content.ts'
import {
  type EntryRow,
  isVisibleTo,
  type StatementRow,
  selectStatementEntries,
  selectStatements,
  type Viewer,
} from './statement-queries.ts'
import { requireSubject, type Subject, toStatementAccount } from './subject.ts'

/** A statement, and whose it is. @throws {Refusal} `not_found` */
export async function requireVisibleStatement(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<{ row: StatementRow; subject: Subject }> {
  const [row] = await selectStatements(db, { viewer, id })
  if (!row) throw new Refusal('not_found')
  const subject = await requireSubject(db, viewer, viewer.isNetwork ? row.accountId : undefined)
  return { row, subject }
}

const ClosedRow = z.object({ closedAt: Timestamp })

const fingerprintLength = 16

/** @throws {Refusal} `not_found` */
export async function readStatementDetail(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<StatementDetail> {
  const { row, subject } = await requireVisibleStatement(db, viewer, id)
  const rows = await selectStatements(db, { accountId: row.accountId, viewer })
  const at = rows.findIndex((one) => one.id === row.id)
  const shown = await addAmounts(db, rows.slice(Math.max(0, at - comparedMonths + 1), at + 1))
  const own = shown.at(-1)
  if (!own) throw new Refusal('not_found')
  const { closedAt } = await queryOne(
    db,
    ClosedRow,
    sql`select closed_at as "closedAt" from months where month = ${row.month}`,
  )
  return {
    ...own.statement,
    currency: row.currency,
    account: toStatementAccount({ ...subject, isNetwork: row.holder === 'network' }),
    krwMicros: row.krwMicros,
    minimum: row.minimumAmount,
    closedAt,
    isReleased: row.isReleased,
    fingerprint: row.sha256.slice(0, fingerprintLength),
    previousId: rows[at - 1]?.id ?? null,
    nextId: rows[at + 1]?.id ?? null,
    ...(await readLines(db, row)),
    laterLines: await readLaterLines(db, row),
    comparisons: row.holder === 'network' ? [] : await compareMonths(db, viewer, subject, row, shown),
    recentPayments: await readPayments(db, viewer, row),
  }
}

interface Line {
  channelId: string | null
  amount: number
}

function limitLines<One extends Line>(lines: readonly One[]) {
  const sum = (some: readonly One[]) => some.reduce((total, { amount }) => total + amount, 0)
  const sorted = lines.toSorted(
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount) || ((a.channelId ?? '') < (b.channelId ?? '') ? -1 : 1),
  )
  const omitted = sorted.slice(maxStatementLines)
  return {
    amount: sum(lines),
    lines: sorted.slice(0, maxStatementLines),
    omitted: { count: omitted.length, amount: sum(omitted) },
  }
}

const sumEntries = (entries: readonly EntryRow[]) => entries.reduce((total, { amount }) => total + amount, 0)

/** Expects an entry that is not a fee. */
const getSource = ({ source }: EntryRow): Source => (source === '' ? 'ads' : source)

async function readLines(db: Queryable, { id, networkId }: StatementRow) {
  const entries = await selectStatementEntries(db, id)
  const describe = await selectChannelNames(
    db,
    networkId,
    entries.map(({ channelId }) => channelId),
  )
  const current = entries.filter(({ month, earnedMonth }) => earnedMonth === month)
  const ofKind = (kind: EntryRow['kind']) => current.filter((entry) => entry.kind === kind)
  const toLine = (entry: EntryRow) => ({ ...describe(entry.channelId), amount: entry.amount })
  return {
    incomeLines: limitLines(listIncome(ofKind('income'), describe)),
    adjustmentLines: limitLines([
      ...ofKind('adjustment').map((entry) => ({ ...toLine(entry), source: getSource(entry) })),
      ...ofKind('rounding').map((entry) => ({ ...toLine(entry), source: 'rounding' as const })),
    ]),
    taxLines: limitLines(
      ofKind('tax').map((entry) => ({
        ...toLine(entry),
        source: entry.source === 'tax_refund' ? entry.source : ('tax' as const),
      })),
    ),
    feeLines: listFees(ofKind('fee')),
    correctionLines: limitLines(
      await listCorrections(
        db,
        entries.filter(({ month, earnedMonth }) => earnedMonth < month),
        describe,
      ),
    ),
    withholdingLines: ofKind('withholding').flatMap(({ taxName, taxPermille, amount }) =>
      taxName === null || taxPermille === null ? [] : [{ name: taxName, permille: taxPermille, amount }],
    ),
    manualLines: await readManualLines(db, id),
  }
}

const sourceOrder = new Map(sources.map((source, at) => [source, at]))

function listIncome(entries: readonly EntryRow[], describe: DescribeChannel): IncomeLine[] {
  return [...Map.groupBy(entries, ({ channelId }) => channelId)].map(([channelId, own]) => ({
    ...describe(channelId),
    amount: sumEntries(own),
    sources: own
      .map((entry) => ({ source: getSource(entry), amount: entry.amount }))
      .sort((a, b) => (sourceOrder.get(a.source) ?? 0) - (sourceOrder.get(b.source) ?? 0)),
  }))
}

const listFees = (entries: readonly EntryRow[]) =>
  [...Map.groupBy(entries, ({ feePermille }) => feePermille ?? 0)]
    .map(([permille, own]) => ({ permille, amount: sumEntries(own) }))
    .sort((a, b) => a.permille - b.permille)

const CorrectedRow = z.object({ id: Id, statementId: Id, month: Day })

const isCorrectable = (kind: EntryRow['kind']): kind is CorrectionLine['kind'] =>
  kind === 'income' || kind === 'adjustment' || kind === 'tax' || kind === 'fee'

async function listCorrections(
  db: Queryable,
  entries: readonly EntryRow[],
  describe: DescribeChannel,
): Promise<CorrectionLine[]> {
  const ids = entries.flatMap(({ correctsId }) => (correctsId === null ? [] : [correctsId]))
  const rows = await db.query(
    CorrectedRow,
    sql`select id, statement_id as "statementId", month
    from ledger_entries
    where id = any(${ids}::bigint[])
      and statement_id is not null`,
  )
  const corrected = new Map(rows.map((row) => [row.id, row]))
  return entries.flatMap(({ kind, earnedMonth, source, channelId, amount, correctsId }) => {
    if (!isCorrectable(kind)) return []
    const found = corrected.get(correctsId ?? 0)
    return [
      {
        ...describe(channelId),
        earnedMonth: formatMonth(earnedMonth),
        kind,
        source: source === '' ? null : source,
        amount,
        corrects: found
          ? { statementId: found.statementId, number: formatStatementNumber(found.month, found.statementId) }
          : null,
      },
    ]
  })
}

/** The last months up to the statement's, newest first. */
const listMonths = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => getMonthStart(month, -at))

async function compareMonths(
  db: Queryable,
  viewer: Viewer,
  subject: Subject,
  { month, currency }: StatementRow,
  statements: readonly ReadStatement[],
): Promise<MonthComparison[]> {
  const months = listMonths(month, comparedMonths)
  const estimates = await readEstimates(db, viewer, { ...subject, currency }, months)
  const finals = new Map(
    statements.map(({ row, statement: { net, corrections, manual } }) => [
      row.month,
      net - corrections - manual,
    ]),
  )
  return months.map((one) => ({
    month: formatMonth(one),
    days: countDays(getMonthRange(one)),
    ...(estimates.get(one) ?? { estimated: null, coveredDays: 0 }),
    final: finals.get(one) ?? null,
  }))
}

type Estimate = Pick<MonthComparison, 'estimated' | 'coveredDays'>

const EstimateRow = z.object({ month: Day, amount: Integer })

/** The days of a channel without estimates weigh 1, of which shares are in thousandths. */
const maxWeightOfNothing = 31 * 1_000

/**
 * The same parts of the same channels as what was paid, at its rate: a part weighs as many millionths of a dollar as its days
 * were estimated at, times its share in thousandths (`createParts`).
 */
async function readEstimates(
  db: Queryable,
  viewer: Viewer,
  subject: Subject,
  months: readonly string[],
): Promise<Map<string, Estimate>> {
  if (!subject.hasFigures) return new Map()
  const rows = await db.query(
    EstimateRow,
    sql`select p.month,
      convert_amount(
        round(sum(net_of_fee(p.weight::bigint, p.fee_permille)) / 1000)::bigint,
        ${subject.currency},
        s.krw_micros
      ) as amount
    from month_parts p
    join statements s on s.month = p.month
      and s.account_id = p.account_id
    where p.account_id = ${subject.id}
      and p.decided_month = p.month
      and p.month = any(${months}::date[])
      and p.weight > ${maxWeightOfNothing}
    group by p.month, s.krw_micros`,
  )
  const amounts = new Map(rows.map(({ month, amount }) => [month, amount]))
  const filter = viewer.isNetwork && subject.id !== viewer.id ? { member: subject.id } : {}
  const scope = await resolveScope(db, viewer, filter)
  const listEstimate = (month: string): [string, Estimate] => {
    const coveredDays = listCompleteDays(scope, getMonthRange(month)).size
    return [month, { estimated: amounts.get(month) ?? null, coveredDays }]
  }
  return new Map(months.map(listEstimate))
}

const ManualRow = z.object({ kind: ManualKind, reason: z.string(), amount: Integer })

const readManualLines = (db: Queryable, statementId: number): Promise<ManualLine[]> =>
  db.query(
    ManualRow,
    sql`select m.kind,
      m.reason,
      e.amount
    from ledger_entries e
    join manual_entries m on m.id = e.manual_entry_id
    where e.statement_id = ${statementId}
    order by e.id`,
  )

const LaterRow = z.object({
  kind: z.enum(['payment', 'return', 'forfeit', 'withholding']),
  day: z.nullable(Day),
  reference: z.nullable(z.string()),
  amount: Integer,
})

/** What was booked between the statement before and this one. */
const readLaterLines = (db: Queryable, { id, accountId }: StatementRow): Promise<LaterLine[]> =>
  db.query(
    LaterRow,
    sql`select e.kind,
      e.paid_on as day,
      e.reference,
      sum(e.amount)::bigint as amount
    from ledger_entries e
    join statements s on s.id = ${id}
    where e.account_id = ${accountId}
      and e.is_later
      and e.id <= s.previous_entry_id
      and e.id > coalesce(
        (
          select max(b.previous_entry_id)
          from statements b
          where b.account_id = s.account_id
            and b.id < s.id
        ),
        0
      )
    group by e.kind, e.paid_on, e.reference, case when e.kind = 'withholding' then e.payout_id else e.id end
    order by min(e.id)`,
  )

const paymentMonths = 12

const PaymentRow = z.object({
  id: Id,
  statementId: Id,
  month: Day,
  paidOn: Day,
  reference: z.string(),
  amount: Integer,
  returnedOn: z.nullable(Day),
  reason: z.nullable(z.string()),
})

/** Covers a year up to the statement's month, newest first. */
async function readPayments(
  db: Queryable,
  viewer: Viewer,
  { accountId, month }: StatementRow,
): Promise<Payment[]> {
  const rows = await db.query(
    PaymentRow,
    sql`select e.id,
      e.statement_id as "statementId",
      e.month,
      e.paid_on as "paidOn",
      e.reference,
      -e.amount as amount,
      r.paid_on as "returnedOn",
      r.reference as reason
    from ledger_entries e
    join statements s on s.id = e.statement_id
    left join ledger_entries r on r.corrects_id = e.id
      and r.kind = 'return'
    where e.account_id = ${accountId}
      and e.kind = 'payment'
      and e.month > ${getMonthStart(month, -paymentMonths)}
      and e.month <= ${month}
      and ${isVisibleTo(viewer)}
    order by e.month desc, e.id desc`,
  )
  return rows.map(({ returnedOn, reason, ...row }) => ({
    ...row,
    month: formatMonth(row.month),
    number: formatStatementNumber(row.month, row.statementId),
    returned: returnedOn === null || reason === null ? null : { day: returnedOn, reason },
  }))
}
