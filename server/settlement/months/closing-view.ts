import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { Currency } from '#contract/platform/params.ts'
import {
  type ClosingSummary,
  type GroupComparison,
  type MonthClosing,
  maxListedAccounts,
  maxUnregisteredChannels,
  type OwnerReconciliation,
} from '#contract/settlement/month-closing.ts'
import { hasOwner, type InstallationScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { Obstacle } from '#server/settlement/closing/closing-obstacles.ts'
import type { DraftStatement, MonthDraft } from '#server/settlement/closing/month-draft.ts'
import { localizeObstacles } from '#server/settlement/closing/obstacle-texts.ts'
import { selectClosedMonth } from '#server/settlement/closing/releases.ts'
import { selectMonthLoads } from '#server/settlement/files/loads.ts'
import {
  type Reconciliation,
  reconcileMonth,
  type SourceComparison,
} from '#server/settlement/files/reconciliation.ts'
import { sumAmounts } from '#server/settlement/ledger/amounts.ts'
import { type ClosingPart, selectClosingPart } from './closing-part.ts'
import type { ListedMonth, MonthServices } from './month-detail.ts'
import { isJump, toKindAmounts } from './month-rows.ts'
import { findShortenedChannels } from './shortened-channels.ts'

type Reader = Pick<Queryable, 'query'>

/** Of the sites and content owners that the viewer's role is for. `viewerId`: who would release it. */
export async function readMonthClosing(
  { db, readDraft }: MonthServices,
  listed: ListedMonth,
  given: { krwMicros?: number | undefined },
  { viewerId, scope, locale }: { viewerId: number; scope: InstallationScope; locale: Locale },
): Promise<MonthClosing> {
  const { month, state, closedAt, releasedAt } = listed
  const part = await selectClosingPart(db, scope)
  const draft = state === 'open' ? await readDraft({ month, krwMicros: given.krwMicros }) : null
  return {
    month: formatMonth(month),
    isWhole: scope.isAll,
    state,
    closedAt,
    releasedAt,
    owners: await reconcileOwners(db, month, scope),
    ...(state === 'open'
      ? await describeOpen(db, draft, month, { part, locale })
      : await describeClosed(db, listed, { viewerId, part, locale })),
  }
}

type Described = Omit<MonthClosing, 'month' | 'isWhole' | 'state' | 'closedAt' | 'releasedAt' | 'owners'>

async function describeOpen(
  db: Reader,
  draft: MonthDraft | null,
  month: string,
  { part, locale }: { part: ClosingPart; locale: Locale },
): Promise<Described> {
  const statements = (draft?.statements ?? []).filter(({ siteId }) => part.hasSite(siteId))
  return {
    rates: (draft?.rates ?? [])
      .filter(({ hasStatements, siteId }) => hasStatements && part.hasSite(siteId))
      .map(({ siteId: _, hasStatements: __, ...rate }) => rate),
    rateReason: null,
    explanations: [],
    draft: draft?.fingerprint ?? null,
    obstacles: localizeObstacles((draft?.obstacles ?? []).filter(part.hasObstacle), null, locale),
    summary:
      draft && part.hasMoney
        ? summarizeDraft(statements, part.isWhole ? draft.unallocated : null, month)
        : null,
    ...(await listSurprises(db, statements)),
    shortened: draft ? await findShortenedChannels(db, part.networkIds, month) : [],
    needsOtherPerson: false,
    canReopen: false,
  }
}

const ClosingRow = z.object({
  rateReason: z.nullable(z.string()),
  explanations: z.array(
    z.object({
      text: z.string(),
      obstacle: z.nullable(z.custom<Obstacle>((value) => typeof value === 'object')),
    }),
  ),
})

const StatementRateRow = z.object({ siteId: Id, site: z.string(), currency: Currency, krwMicros: Integer })

async function describeClosed(
  db: Reader,
  { month, state }: ListedMonth,
  { viewerId, part, locale }: { viewerId: number; part: ClosingPart; locale: Locale },
): Promise<Described> {
  const { rateReason, explanations } = await queryOne(
    db,
    ClosingRow,
    sql`select rate_reason as "rateReason", explanations from months where month = ${month}`,
  )
  const rates = await db.query(
    StatementRateRow,
    sql`select distinct w.id as "siteId",
      w.domain as site,
      s.currency,
      s.krw_micros as "krwMicros"
    from statements s
    join sites w on w.id = s.site_id
    where s.month = ${month}
    order by w.domain`,
  )
  const { closedBy, needsOtherPerson, hasLaterClosed } = await selectClosedMonth(db, month)
  return {
    rates: rates
      .filter(({ siteId }) => part.hasSite(siteId))
      .map(({ siteId: _, ...rate }) => ({ ...rate, rule: null, day: null, ruleKrwMicros: null })),
    rateReason: part.isWhole ? rateReason : null,
    explanations: explanations
      .filter(({ obstacle }) => (obstacle ? part.hasObstacle(obstacle) : part.isWhole))
      .map(({ text, obstacle }) => ({
        text,
        obstacle: obstacle && (localizeObstacles([obstacle], null, locale)[0] ?? null),
      })),
    draft: null,
    obstacles: [],
    summary: part.hasMoney ? await summarizeClosed(db, month, part) : null,
    unpaid: [],
    jumps: [],
    shortened: [],
    needsOtherPerson: state === 'closed' && needsOtherPerson && closedBy === viewerId,
    canReopen: state === 'closed' && !hasLaterClosed,
  }
}

const NicknameRow = z.object({ id: Id, nickname: z.nullable(z.string()) })

/** Who will not be paid, and whose month is far from the one before: largest first. */
async function listSurprises(
  db: Reader,
  statements: readonly DraftStatement[],
): Promise<Pick<Described, 'unpaid' | 'jumps'>> {
  const unpaid = statements
    .filter(({ closing, payable, hasDetails }) => closing.amount > 0 && (payable.amount === 0 || !hasDetails))
    .map((statement) => ({ statement, size: statement.closing.amount }))
  const jumps = statements
    .map((statement) => ({ statement, net: sumAmounts(toKindAmounts(statement)).net }))
    .filter(({ statement, net }) => isJump(statement, net))
    .map((one) => ({ ...one, size: Math.abs(one.net - (one.statement.previousNet ?? 0)) }))
  const pick = <One extends { size: number }>(all: readonly One[]) =>
    all.toSorted((a, b) => b.size - a.size).slice(0, maxListedAccounts)
  const [shownUnpaid, shownJumps] = [pick(unpaid), pick(jumps)]
  const names = await db.query(
    NicknameRow,
    sql`select id, nickname
    from accounts
    where id = any(${[...shownUnpaid, ...shownJumps].map(({ statement }) => statement.accountId)}::integer[])`,
  )
  const nicknames = new Map(names.map(({ id, nickname }) => [id, nickname]))
  const describe = ({ accountId: id, email, holder, site, currency }: DraftStatement) => ({
    id,
    nickname: nicknames.get(id) ?? null,
    email,
    isNetwork: holder === 'network',
    site,
    currency,
  })
  return {
    unpaid: shownUnpaid.map(({ statement }) => ({
      ...describe(statement),
      reason: statement.lacksDetails || statement.payable.amount > 0 ? 'details' : 'minimum',
      balance: statement.closing.amount,
    })),
    jumps: shownJumps.map(({ statement, net }) => ({
      ...describe(statement),
      previousNet: statement.previousNet ?? 0,
      net,
    })),
  }
}

async function reconcileOwners(
  db: Reader,
  month: string,
  scope: InstallationScope,
): Promise<OwnerReconciliation[]> {
  const loads = await selectMonthLoads(db, { month })
  const owners = [...new Set(loads.map(({ owner }) => owner))]
    .filter((owner) => hasOwner(scope, owner))
    .sort()
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
  kind: z.enum(['income', 'adjustment', 'tax', 'fee', 'rounding', 'manual']),
  isCorrection: z.boolean(),
  micros: Integer,
})
type Sum = z.output<typeof SumRow>

const PayableRow = z.object({ currency: Currency, statements: Count, amount: Integer })

async function summarizeClosed(db: Reader, month: string, part: ClosingPart): Promise<ClosingSummary> {
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
      and ${part.isOfSite(sql`s.site_id`)}
      and e.kind in ('income', 'adjustment', 'tax', 'fee', 'rounding', 'manual')
    group by 1, 2, 3`,
  )
  const payable = await db.query(
    PayableRow,
    sql`select currency,
      count(*) filter (where payable_amount > 0) as statements,
      sum(payable_amount)::bigint as amount
    from statements
    where month = ${month}
      and ${part.isOfSite(sql`site_id`)}
    group by currency
    order by currency`,
  )
  const [{ count } = { count: 0 }] = await db.query(
    z.object({ count: Count }),
    sql`select count(*) as count from statements where month = ${month} and ${part.isOfSite(sql`site_id`)}`,
  )
  return { statements: count, ...summarize(sums, part.isWhole), payable }
}

function summarizeDraft(
  statements: readonly DraftStatement[],
  unallocated: MonthDraft['unallocated'] | null,
  month: string,
): ClosingSummary {
  const toSums = (holder: Sum['holder'], lines: MonthDraft['unallocated']) =>
    lines.flatMap(({ kind, earnedMonth, micros }): Sum[] => {
      const summed = SumRow.shape.kind.safeParse(kind)
      return summed.success ? [{ holder, kind: summed.data, isCorrection: earnedMonth < month, micros }] : []
    })
  const sums = [
    ...statements.flatMap(({ holder, lines }) => toSums(holder === 'network' ? 'network' : 'member', lines)),
    ...toSums('unallocated', unallocated ?? []),
  ]
  const currencies = [...new Set(statements.map(({ currency }) => currency))].sort()
  return {
    statements: statements.length,
    ...summarize(sums, unallocated !== null),
    payable: currencies.map((currency) => {
      const own = statements.filter((one) => one.currency === currency && one.payable.amount > 0)
      const amount = own.reduce((sum, { payable }) => sum + payable.amount, 0)
      return { currency, statements: own.length, amount }
    }),
  }
}

function summarize(sums: readonly Sum[], isWhole: boolean): Omit<ClosingSummary, 'statements' | 'payable'> {
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
    unallocatedMicros: isWhole ? sum(({ holder }) => holder === 'unallocated') : null,
  }
}
