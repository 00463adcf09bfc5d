import * as z from 'zod/mini'
import { addDays, countDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { PaymentGroup } from '#contract/settlement/closing-obstacles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Source, sources } from './reading/sources.ts'
import {
  isCurrentIn,
  isEarnedIn,
  type MonthScope,
  noChannel,
  selectSourceTotals,
  toMicros,
} from './totals.ts'

/** Maps the lines of a payment summary to files; only ads have their adjustments ("Ads Revenue: Backpay") in a file of their own. */
const paymentGroups: readonly {
  group: PaymentGroup
  name: string
  sources: readonly Source[]
  label: RegExp
}[] = [
  { group: 'ads', name: 'ads', sources: ['ads'], label: /^ads revenue$/i },
  {
    group: 'ads_adjustments',
    name: 'ads adjustments',
    sources: ['ads_adjustments'],
    label: /^ads revenue ?:/i,
  },
  {
    group: 'shorts_ads',
    name: 'Shorts ads',
    sources: ['shorts_ads'],
    label: /^youtube shorts ?[-–—] ?ads revenue(?: ?:|$)/i,
  },
  {
    group: 'shorts_subscription',
    name: 'Shorts subscription',
    sources: ['shorts_subscription'],
    label: /^youtube shorts ?[-–—] ?subscriptions? revenue(?: ?:|$)/i,
  },
  {
    group: 'premium',
    name: 'premium',
    sources: ['premium', 'premium_music'],
    label: /^subscriptions? revenue ?[-–—] ?youtube premium/i,
  },
  {
    group: 'paid_features',
    name: 'paid features',
    sources: ['paid_features'],
    label: /^transactions? revenue\b/i,
  },
  {
    group: 'channel_adjustments',
    name: 'channel adjustments',
    sources: ['channel_adjustments'],
    label: /^channel adjustments?(?: ?:|$)/i,
  },
]

const totalGroup = { group: 'total', name: 'total' } as const
const totalLabel = /^total$/i

/** A cent, in millionths of a dollar. */
const toleranceMicros = 10_000

/** Amounts in millionths of a dollar. */
export interface SourceComparison {
  group: PaymentGroup
  name: string
  /** Null: no file of it was imported. */
  filesMicros: number | null
  /** Null: the payment summary has no line of it. */
  paidMicros: number | null
  differenceMicros: number
  agrees: boolean
  missingFiles: Source[]
}

export interface ChannelComparison {
  channelId: string
  finalMicros: number
  estimateMicros: number
  /** Days of the month with estimated revenue of the channel. */
  estimatedDays: number
}

export interface PaymentComparison {
  hasPaymentSummary: boolean
  sources: SourceComparison[]
  /** Lines of the payment summary that no file corresponds to. */
  unknownLines: { label: string; micros: number }[]
  total: SourceComparison | null
  agrees: boolean
}

export interface Reconciliation extends PaymentComparison {
  estimates: {
    /** Days of the month of which every owner's revenue was reported. */
    coveredDays: number
    days: number
    finalMicros: number
    estimateMicros: number
    /** Largest difference first. */
    channels: ChannelComparison[]
  }
  /** YouTube names no channel for these amounts. */
  withoutChannel: { source: Source; micros: number }[]
  unregistered: { channelId: string; micros: number }[]
}

/** Final figures of one owner against the payment summary, to the cent, and against the daily estimates. */
export const reconcileMonth = async (
  db: Pick<Queryable, 'query'>,
  scope: Required<MonthScope>,
): Promise<Reconciliation> => ({
  ...(await compareWithPayment(db, scope)),
  estimates: await compareWithEstimates(db, scope),
  withoutChannel: await selectWithoutChannel(db, scope),
  unregistered: await selectUnregistered(db, scope),
})

/** Reads no daily figures, of which a month can have tens of millions. */
export async function compareWithPayment(
  db: Pick<Queryable, 'query'>,
  scope: Required<MonthScope>,
): Promise<PaymentComparison> {
  const totals = await selectSourceTotals(db, scope)
  const lines = await selectPaymentLines(db, scope)
  const comparisons = paymentGroups
    .map((group) =>
      compare(
        group,
        sumKnown(group.sources.map((source) => totals[source])),
        sumKnown(lines.filter(({ label }) => group.label.test(label)).map(({ micros }) => micros)),
        group.sources.filter((source) => totals[source] === undefined),
      ),
    )
    .filter(({ filesMicros, paidMicros }) => filesMicros !== null || paidMicros !== null)
  const unknownLines = lines
    .filter(({ label }) => !totalLabel.test(label) && !paymentGroups.some((group) => group.label.test(label)))
    .map(({ label, micros }) => ({ label, micros }))
  const { tax: _tax, tax_refund: _refund, ...income } = totals
  const paidTotal = lines.find(({ label }) => totalLabel.test(label))
  const total =
    paidTotal === undefined
      ? null
      : compare(totalGroup, sumKnown(Object.values(income)), paidTotal.micros, [])
  const hasPaymentSummary = lines.length > 0
  return {
    hasPaymentSummary,
    sources: comparisons,
    unknownLines,
    total,
    agrees:
      hasPaymentSummary &&
      comparisons.every(({ agrees }) => agrees) &&
      unknownLines.every(({ micros }) => micros === 0) &&
      total?.agrees !== false,
  }
}

/** Null when none of them is known. */
function sumKnown(amounts: readonly (number | undefined)[]): number | null {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

function compare(
  { group, name }: Pick<SourceComparison, 'group' | 'name'>,
  filesMicros: number | null,
  paidMicros: number | null,
  missing: readonly Source[],
): SourceComparison {
  const differenceMicros = (filesMicros ?? 0) - (paidMicros ?? 0)
  const agrees = Math.abs(differenceMicros) <= toleranceMicros
  const missingFiles = agrees ? [] : [...missing]
  return { group, name, filesMicros, paidMicros, differenceMicros, agrees, missingFiles }
}

const PaymentRow = z.object({ label: z.string(), micros: Integer })

const selectPaymentLines = (db: Pick<Queryable, 'query'>, scope: MonthScope) =>
  db.query(
    PaymentRow,
    sql`select p.label,
      ${toMicros(sql`p.amount`)} as micros
    from month_loads l
    join month_payments p on p.load_id = l.id
    where ${isCurrentIn(scope)}
    order by l.owner, p.position`,
  )

/** Daily reports estimate these; paid features and later adjustments are not among them. */
export const estimatedSources: readonly Source[] = [
  'ads',
  'premium',
  'premium_music',
  'shorts_ads',
  'shorts_subscription',
]

const EstimateRow = z.object({
  channelId: z.string(),
  finalMicros: Integer,
  estimateMicros: Integer,
  estimatedDays: Count,
})

async function compareWithEstimates(
  db: Pick<Queryable, 'query'>,
  scope: Required<MonthScope>,
): Promise<Reconciliation['estimates']> {
  const { month, owner } = scope
  const range = { from: month, to: addDays(getMonthStart(month, 1), -1) }
  const rows = await db.query(
    EstimateRow,
    sql`with finals as (
      select s.channel_id,
        ${toMicros(sql`sum(s.amount)`)} as micros
      from month_loads l
      join month_sums s on s.load_id = l.id
      where ${isCurrentIn(scope)}
        and l.source = any(${[...estimatedSources]}::text[])
      group by s.channel_id
    ), estimates as (
      select f.channel_id,
        sum(f.revenue_micros)::bigint as micros,
        count(distinct f.day) as days
      from report_current c
      join revenue_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'revenue'
        and c.owner = ${owner}
        and c.day between ${range.from} and ${range.to}
        and f.day between ${range.from} and ${range.to}
      group by f.channel_id
    )
    select coalesce(n.channel_id, e.channel_id) as "channelId",
      coalesce(n.micros, 0) as "finalMicros",
      coalesce(e.micros, 0) as "estimateMicros",
      coalesce(e.days, 0) as "estimatedDays"
    from finals n
    full join estimates e on e.channel_id = n.channel_id`,
  )
  const { count: coveredDays } = await queryOne(
    db,
    CountRow,
    sql`select count(distinct day) as count
    from report_current
    where report_type = 'revenue'
      and owner = ${owner}
      and day between ${range.from} and ${range.to}`,
  )
  const getDifference = (row: ChannelComparison) => Math.abs(row.finalMicros - row.estimateMicros)
  return {
    coveredDays,
    days: countDays(range),
    finalMicros: rows.reduce((sum, { finalMicros }) => sum + finalMicros, 0),
    estimateMicros: rows.reduce((sum, { estimateMicros }) => sum + estimateMicros, 0),
    channels: rows
      .map((row) => ({ ...row, channelId: row.channelId || noChannel }))
      .sort((a, b) => getDifference(b) - getDifference(a) || (a.channelId < b.channelId ? -1 : 1)),
  }
}

const WithoutChannelRow = z.object({ source: z.enum(sources), micros: Integer })

const selectWithoutChannel = (db: Pick<Queryable, 'query'>, scope: MonthScope) =>
  db.query(
    WithoutChannelRow,
    sql`select l.source,
      ${toMicros(sql`sum(s.amount)`)} as micros
    from month_loads l
    join month_sums s on s.load_id = l.id
    where ${isEarnedIn(scope)}
      and s.channel_id = ''
    group by l.source
    order by l.source`,
  )

const UnregisteredRow = z.object({ channelId: z.string(), micros: Integer })

const selectUnregistered = (db: Pick<Queryable, 'query'>, scope: MonthScope) =>
  db.query(
    UnregisteredRow,
    sql`select u.channel_id as "channelId",
      ${toMicros(sql`u.amount`)} as micros
    from (
      select s.channel_id,
        sum(s.amount) as amount
      from month_loads l
      join month_sums s on s.load_id = l.id
      where ${isCurrentIn(scope)}
        and l.source not in ('tax', 'tax_refund')
        and s.channel_id <> ''
      group by s.channel_id
    ) u
    left join channels c on c.channel_id = u.channel_id
      and c.removed_at is null
    where c.channel_id is null
    order by u.amount desc, u.channel_id`,
  )
