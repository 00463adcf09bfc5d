import * as z from 'zod/mini'
import type { EndpointOutput, ParsedQuery } from '#contract/platform/endpoint.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { Currency } from '#contract/platform/params.ts'
import {
  type MonthSummary,
  monthStates,
  type RateRule,
  type readMonth,
  type StateCounts,
  stateCountKeys,
} from '#contract/settlement/months.ts'
import { StatementState } from '#contract/settlement/statements.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import type { ReadDraft } from '#server/settlement/closing/draft-reader.ts'
import type { MonthDraft } from '#server/settlement/closing/month-draft.ts'
import { localizeObstacles } from '#server/settlement/closing/obstacle-texts.ts'
import { sumStatements } from '#server/settlement/statements/statement-amounts.ts'
import { joinPayments, statementState } from '#server/settlement/statements/statement-queries.ts'
import { compareWithEstimates, listDraftFinals, selectFinals } from './month-reconciliation.ts'
import {
  countStates,
  joinPeople,
  type People,
  readClosedRows,
  selectPeople,
  toDraftRow,
} from './month-rows.ts'
import { findShortenedChannels } from './shortened-channels.ts'

type Reader = Pick<Queryable, 'query'>

const ListedMonth = z.object({
  month: Day,
  state: z.enum(monthStates),
  closedAt: z.nullable(Timestamp),
  releasedAt: z.nullable(Timestamp),
})
export type ListedMonth = z.output<typeof ListedMonth>

/** Those that are not open, and open ones with files that can still be closed; newest first. */
export const selectMonths = (db: Reader): Promise<ListedMonth[]> =>
  db.query(
    ListedMonth,
    sql`select m.month,
      m.state,
      m.closed_at as "closedAt",
      m.released_at as "releasedAt"
    from months m
    where m.state <> 'open'
      or (
        m.month > all (select c.month from months c where c.state <> 'open')
        and exists (
          select
          from month_loads l
          where l.month = m.month
            and l.state = 'current')
      )
    order by m.month desc`,
  )

/** `month`: "2026-03". @throws {Refusal} `not_found` */
export async function requireMonth(db: Reader, month: string): Promise<ListedMonth> {
  const found = (await selectMonths(db)).find((one) => formatMonth(one.month) === month)
  if (!found) throw new Refusal('not_found')
  return found
}

const CurrencyRow = z.object({ currency: Currency })

/** That of the network's statements of a closed month; otherwise that of its site. */
export const selectCurrency = async (
  db: Reader,
  networkId: number,
  month: string | null = null,
): Promise<Currency> =>
  (
    await queryOne(
      db,
      CurrencyRow,
      sql`select coalesce(
        (
          select t.currency
          from statements t
          where t.network_id = a.id
            and t.month = ${month}::date
          limit 1
        ),
        ${siteCurrency}
      ) as currency
      from accounts a
      join sites s on s.id = a.site_id
      where a.id = ${networkId}`,
    )
  ).currency

const SummaryRow = z.object({
  month: Day,
  isNetwork: z.boolean(),
  opening: Integer,
  payments: Integer,
  net: Integer,
  closing: Integer,
  payable: Integer,
  krwMicros: Integer,
})

const selectSummaries = (db: Reader, networkId: number) =>
  db.query(
    SummaryRow,
    sql`select s.month,
      s.account_id = ${networkId} as "isNetwork",
      sum(s.opening_amount)::bigint as opening,
      sum(s.payments_amount)::bigint as payments,
      sum(s.closing_amount - s.opening_amount - s.payments_amount)::bigint as net,
      sum(s.closing_amount)::bigint as closing,
      sum(s.payable_amount)::bigint as payable,
      max(s.krw_micros) as "krwMicros"
    from statements s
    where s.network_id = ${networkId}
    group by 1, 2`,
  )

const StateRow = z.object({ month: Day, state: StatementState, count: Count })

const selectStates = (db: Reader, networkId: number) =>
  db.query(
    StateRow,
    sql`select s.month,
      ${statementState} as state,
      count(*) as count
    from statements s
    ${joinPayments}
    where s.network_id = ${networkId}
      and s.account_id <> ${networkId}
    group by 1, 2`,
  )

export async function readMonthSummaries(db: Reader, networkId: number): Promise<MonthSummary[]> {
  const months = await selectMonths(db)
  const summaries = await selectSummaries(db, networkId)
  const states = await selectStates(db, networkId)
  const find = (month: string, wantsNetwork: boolean) => {
    const found = summaries.find((row) => row.month === month && row.isNetwork === wantsNetwork)
    if (!found) return null
    const { month: _, isNetwork: __, krwMicros: ___, ...sums } = found
    return sums
  }
  return months.map(({ month, state, closedAt, releasedAt }) => ({
    month: formatMonth(month),
    state,
    closedAt,
    releasedAt,
    krwMicros: summaries.find((row) => row.month === month)?.krwMicros ?? null,
    members: find(month, false),
    network: find(month, true),
    states: state === 'open' ? null : toCounts(states.filter((row) => row.month === month)),
  }))
}

function toCounts(rows: readonly z.output<typeof StateRow>[]): StateCounts {
  const counts = countStates([])
  for (const row of rows) counts[stateCountKeys[row.state]] = row.count
  return counts
}

export interface MonthServices extends Pick<Services, 'db' | 'log'> {
  readDraft: ReadDraft
}

interface MonthContent {
  krwMicros: number | null
  rateDay: string | null
  rateRule: RateRule | null
  draft: MonthDraft | null
  rows: Parameters<typeof joinPeople>[0]
  people: People
}

type Network = Pick<Account, 'networkId' | 'siteId'>

/** Rows of the network's accounts, of a closed month or a draft. */
async function readContent(
  { db, readDraft }: MonthServices,
  { networkId, siteId }: Network,
  { month, state }: ListedMonth,
  given: { krwMicros?: number | undefined; search: string },
): Promise<MonthContent> {
  if (state !== 'open') {
    const rows = await readClosedRows(db, networkId, month)
    const ids = rows.map(({ accountId }) => accountId)
    const people = await selectPeople(db, ids, given.search)
    const krwMicros = await selectStatementRate(db, networkId, month)
    return { krwMicros, rateDay: null, rateRule: null, draft: null, rows, people }
  }
  const draft = await readDraft({ month, krwMicros: given.krwMicros })
  const rate = draft?.rates.find((one) => one.siteId === siteId)
  const own = ownStatements(draft, networkId)
  const ids = own.map(({ accountId }) => accountId)
  const people = await selectPeople(db, ids, given.search)
  return {
    krwMicros: rate?.krwMicros ?? null,
    rateDay: rate?.day ?? null,
    rateRule: given.krwMicros === undefined && rate ? rate.rule : null,
    draft,
    people,
    rows: own.map((statement) => toDraftRow(statement, people.confirmed)),
  }
}

const RateRow = z.object({ krwMicros: Integer })

/** Null: the network has no statement of the month. */
const selectStatementRate = async (db: Reader, networkId: number, month: string): Promise<number | null> => {
  const [row] = await db.query(
    RateRow,
    sql`select krw_micros as "krwMicros"
    from statements
    where network_id = ${networkId}
      and month = ${month}
    limit 1`,
  )
  return row?.krwMicros ?? null
}

const ownStatements = (draft: MonthDraft | null, networkId: number) =>
  (draft?.statements ?? []).filter((statement) => statement.networkId === networkId)

/** All rows of the network, the members' before its own. */
export async function readMonthRows(
  services: MonthServices,
  network: Network,
  listed: ListedMonth,
  given: { krwMicros?: number | undefined },
) {
  const { rows, people } = await readContent(services, network, listed, { ...given, search: '' })
  const joined = joinPeople(rows, people, network.networkId).map(({ row }) => row)
  return [
    ...joined.filter(({ account }) => !account.isNetwork),
    ...joined.filter(({ account }) => account.isNetwork),
  ]
}

export async function readMonthDetail(
  services: MonthServices,
  account: Account,
  listed: ListedMonth,
  query: ParsedQuery<typeof readMonth>,
  locale: Locale,
): Promise<EndpointOutput<typeof readMonth>> {
  const { db } = services
  const { networkId } = account
  const { month, state, closedAt, releasedAt } = listed
  const { krwMicros, rateDay, rateRule, draft, rows, people } = await readContent(
    services,
    account,
    listed,
    query,
  )
  const joined = joinPeople(rows, people, networkId)
  const members = joined.filter(({ row }) => !row.account.isNetwork)
  const found = members
    .filter(({ row, isMatch }) => isMatch && (query.state === undefined || row.state === query.state))
    .map(({ row }) => row)
  const finals = draft
    ? listDraftFinals(ownStatements(draft, networkId))
    : await selectFinals(db, networkId, month)
  return {
    currency: await selectCurrency(db, networkId, month),
    month: query.month,
    state,
    closedAt,
    releasedAt,
    krwMicros,
    rateDay,
    rateRule,
    obstacles: localizeObstacles(draft?.obstacles ?? [], networkId, locale),
    shortened: draft ? await findShortenedChannels(db, [networkId], month) : [],
    reconciliation: await compareWithEstimates(services, networkId, month, finals),
    total: found.length,
    page: query.page,
    size: query.size,
    rows: found.slice(query.page * query.size, (query.page + 1) * query.size),
    network: joined.find(({ row }) => row.account.isNetwork)?.row ?? null,
    totals: sumStatements(members.map(({ row }) => row)),
    states: countStates(members.map(({ row }) => row)),
  }
}
