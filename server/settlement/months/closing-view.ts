import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { Currency } from '#contract/platform/params.ts'
import {
  type ClosingSummary,
  type GroupComparison,
  type MonthClosing,
  maxUnregisteredChannels,
  type OwnerReconciliation,
} from '#contract/settlement/month-closing.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { selectMonthLoads } from '#server/settlement/files/loads.ts'
import {
  type Reconciliation,
  reconcileMonth,
  type SourceComparison,
} from '#server/settlement/files/reconciliation.ts'
import { findClosingRate } from './draft-reader.ts'
import type { MonthDraft } from './drafts.ts'
import type { ListedMonth, MonthServices } from './month-detail.ts'
import { localizeObstacles } from './obstacle-texts.ts'

type Reader = Pick<Queryable, 'query'>

/** Covers the whole installation. */
export async function readMonthClosing(
  { db, readDraft }: MonthServices,
  listed: ListedMonth,
  given: { krwMicros?: number | undefined },
  locale: Locale,
): Promise<MonthClosing> {
  const { month, state, closedAt, explanation } = listed
  const { krwMicros, rateDay } =
    state === 'closed'
      ? { krwMicros: listed.krwMicros, rateDay: null }
      : await findClosingRate(db, given.krwMicros)
  const draft = state === 'open' && krwMicros !== null ? await readDraft({ month, krwMicros }) : null
  return {
    month: formatMonth(month),
    state,
    closedAt,
    krwMicros,
    rateDay,
    explanation,
    owners: await reconcileOwners(db, month),
    obstacles: localizeObstacles(draft?.obstacles ?? [], null, locale),
    summary: state === 'closed' ? await summarizeClosed(db, month) : draft && summarizeDraft(draft, month),
  }
}

async function reconcileOwners(db: Reader, month: string): Promise<OwnerReconciliation[]> {
  const loads = await selectMonthLoads(db, { month })
  const owners = [...new Set(loads.map(({ owner }) => owner))].sort()
  const result: OwnerReconciliation[] = []
  for (const owner of owners) result.push(toOwner(owner, await reconcileMonth(db, { month, owner })))
  return result
}

const toGroup = ({ name: _, missingFiles: missing, ...rest }: SourceComparison): GroupComparison => ({
  ...rest,
  missing,
})

const toOwner = (owner: string, found: Reconciliation): OwnerReconciliation => ({
  owner,
  hasPaymentSummary: found.hasPaymentSummary,
  agrees: found.agrees,
  groups: found.sources.map(toGroup),
  unknownLines: found.unknownLines,
  total: found.total && toGroup(found.total),
  withoutChannel: found.withoutChannel,
  unregistered: found.unregistered.slice(0, maxUnregisteredChannels),
  unregisteredChannels: found.unregistered.length,
  unregisteredMicros: found.unregistered.reduce((sum, { micros }) => sum + micros, 0),
  coveredDays: found.estimates.coveredDays,
  days: found.estimates.days,
  finalMicros: found.estimates.finalMicros,
  estimateMicros: found.estimates.estimateMicros,
})

const holders = ['network', 'member', 'unallocated'] as const

const SumRow = z.object({
  holder: z.enum(holders),
  kind: z.enum(['income', 'adjustment', 'tax', 'fee', 'rounding']),
  isCorrection: z.boolean(),
  micros: Integer,
})
type Sum = z.output<typeof SumRow>

const PayableRow = z.object({ currency: Currency, statements: Count, amount: Integer })

async function summarizeClosed(db: Reader, month: string): Promise<ClosingSummary> {
  const sums = await db.query(
    SumRow,
    sql`select case when s.holder is null then 'unallocated' when s.holder = 'network' then 'network' else 'member' end
        as holder,
      e.kind,
      e.earned_month < e.month as "isCorrection",
      sum(e.micros)::bigint as micros
    from ledger_entries e
    left join statements s on s.id = e.statement_id
    where e.month = ${month}
      and e.kind in ('income', 'adjustment', 'tax', 'fee', 'rounding')
    group by 1, 2, 3`,
  )
  const payable = await db.query(
    PayableRow,
    sql`select currency,
      count(*) filter (where payable_amount > 0) as statements,
      sum(payable_amount)::bigint as amount
    from statements
    where month = ${month}
    group by currency
    order by currency`,
  )
  const [{ count } = { count: 0 }] = await db.query(
    z.object({ count: Count }),
    sql`select count(*) as count from statements where month = ${month}`,
  )
  return { statements: count, ...summarize(sums), payable }
}

function summarizeDraft({ statements, unallocated }: MonthDraft, month: string): ClosingSummary {
  const toSums = (holder: Sum['holder'], lines: MonthDraft['unallocated']) =>
    lines.flatMap(({ kind, earnedMonth, micros }): Sum[] =>
      kind === 'payment' || kind === 'withholding'
        ? []
        : [{ holder, kind, isCorrection: earnedMonth < month, micros }],
    )
  const sums = [
    ...statements.flatMap(({ holder, lines }) => toSums(holder === 'network' ? 'network' : 'member', lines)),
    ...toSums('unallocated', unallocated),
  ]
  const currencies = [...new Set(statements.map(({ currency }) => currency))].sort()
  return {
    statements: statements.length,
    ...summarize(sums),
    payable: currencies.map((currency) => {
      const own = statements.filter((one) => one.currency === currency && one.payable.amount > 0)
      const amount = own.reduce((sum, { payable }) => sum + payable.amount, 0)
      return { currency, statements: own.length, amount }
    }),
  }
}

function summarize(sums: readonly Sum[]): Omit<ClosingSummary, 'statements' | 'payable'> {
  const sum = (matches: (row: Sum) => boolean) =>
    sums.filter(matches).reduce((total, { micros }) => total + micros, 0)
  const current = (...kinds: Sum['kind'][]) =>
    sum(({ kind, isCorrection }) => !isCorrection && kinds.includes(kind))
  return {
    incomeMicros: current('income', 'rounding'),
    adjustmentsMicros: current('adjustment'),
    taxMicros: current('tax'),
    correctionsMicros: sum(({ isCorrection }) => isCorrection),
    membersMicros: sum(({ holder }) => holder === 'member'),
    networksMicros: sum(({ holder }) => holder === 'network'),
    unallocatedMicros: sum(({ holder }) => holder === 'unallocated'),
  }
}
