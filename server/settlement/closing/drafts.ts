import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { selectMonthLoads } from '#server/settlement/files/loads.ts'
import { type Source, sources } from '#server/settlement/files/reading/sources.ts'
import { selectSourceTotals, toMicros } from '#server/settlement/files/totals.ts'
import {
  type Booking,
  type ChannelAmount,
  createBookings,
  getBookingKey,
  mergeBookings,
} from '#server/settlement/ledger/bookings.ts'
import {
  type BookedAmount,
  convertAmounts,
  type LedgerAccount,
  selectBookedAmounts,
  selectCorrectedIds,
  selectLedgerAccounts,
  selectStoredParts,
} from '#server/settlement/ledger/ledger.ts'
import { add, type Money, subtract, zero } from '#server/settlement/ledger/money.ts'
import {
  computeWithholding,
  selectWithholdingRates,
  type WithholdingRate,
} from '#server/settlement/ledger/withholding.ts'
import type { Part } from '#server/settlement/payout-shares/allocation.ts'
import { selectMonthParts, type UndecidedChannel } from '#server/settlement/payout-shares/channel-days.ts'
import { getPayable } from '#server/settlement/statements/statement-content.ts'
import {
  findCurrencyObstacles,
  findDifferences,
  findOrderObstacles,
  findRateObstacles,
  findUndecidedShares,
} from './closing-obstacles.ts'
import { findKnownRate, selectSiteRates } from './closing-rates.ts'
import { hashDraft } from './draft-fingerprint.ts'
import { moveLateMoney, selectUnallocated } from './late-money.ts'
import { draftManualLines, selectPendingEntries } from './manual-lines.ts'
import type { DraftLine, DraftStatement, MonthDraft, UnallocatedLine } from './month-draft.ts'
import { findUnallocatedObstacles } from './unallocated-obstacles.ts'

type Reader = Pick<Queryable, 'query'>

export type ClosingProblem =
  | 'closed'
  | 'past'
  | 'no-files'
  | 'no-rate'
  | 'obstructed'
  | 'changed'
  | 'rate-again'

/** The message is shown to the operator. */
export class ClosingError extends ExpectedError {
  readonly problem: ClosingProblem

  constructor(problem: ClosingProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export interface ClosingOptions {
  /** Its first day. */
  month: string
  /** Won per dollar × 1,000,000, in place of the rates by the sites' rules. */
  krwMicros?: number | undefined
  now: Date
}

const SumRow = z.object({ month: Day, source: z.enum(sources), channelId: z.string(), micros: Integer })

/** Each rounded once. Of tax negative: it is withheld. */
const selectChannelAmounts = (db: Reader, months: readonly string[]) =>
  db.query(
    SumRow,
    sql`select coalesce(s.month, l.month) as month,
      l.source,
      s.channel_id as "channelId",
      ${toMicros(sql`sum(case l.source when 'tax' then -s.amount else s.amount end)`)} as micros
    from month_loads l
    join month_sums s on s.load_id = l.id
    where l.state = 'current'
      and coalesce(s.month, l.month) = any(${months}::date[])
      and l.source <> 'payment_summary'
    group by 1, l.source, s.channel_id
    order by 1, l.source, s.channel_id`,
  )

interface MonthAmounts {
  amounts: ChannelAmount[]
  /** Differences between sources, rounded once, and the sum of their channels. */
  roundings: { source: Source; micros: number }[]
}

async function selectMonthAmounts(db: Reader, months: readonly string[]): Promise<Map<string, MonthAmounts>> {
  const rows = Map.groupBy(await selectChannelAmounts(db, months), ({ month }) => month)
  const result = new Map<string, MonthAmounts>()
  for (const month of months) {
    const amounts = rows.get(month) ?? []
    const totals = Object.entries(await selectSourceTotals(db, { month })) as [Source, number][]
    const roundings = totals.map(([source, total]) => ({
      source,
      micros: amounts
        .filter((amount) => amount.source === source)
        .reduce((rest, { micros }) => rest - micros, source === 'tax' ? -total : total),
    }))
    result.set(month, { amounts, roundings })
  }
  return result
}

function subtractBooked({ amounts, roundings }: MonthAmounts, booked: readonly BookedAmount[]): MonthAmounts {
  const rests = new Map<string, ChannelAmount>()
  const change = (amount: ChannelAmount, sign: 1 | -1) => {
    const key = `${amount.source} ${amount.channelId}`
    rests.set(key, { ...amount, micros: (rests.get(key)?.micros ?? 0) + sign * amount.micros })
  }
  const roundingRests = new Map<Source, number>()
  const changeRounding = (source: Source, micros: number) =>
    roundingRests.set(source, (roundingRests.get(source) ?? 0) + micros)
  for (const amount of amounts) change(amount, 1)
  for (const { source, micros } of roundings) changeRounding(source, micros)
  for (const { isRounding, channelId, source, micros } of booked)
    if (isRounding) changeRounding(source, -micros)
    else change({ channelId, source, micros }, -1)
  return {
    amounts: [...rests.values()].filter(({ micros }) => micros !== 0),
    roundings: [...roundingRests]
      .map(([source, micros]) => ({ source, micros }))
      .filter(({ micros }) => micros !== 0),
  }
}

const createRoundings = (earnedMonth: string, roundings: MonthAmounts['roundings']): Booking[] =>
  roundings
    .filter(({ micros }) => micros !== 0)
    .map(({ source, micros }) => ({
      accountId: null,
      kind: 'rounding',
      earnedMonth,
      source,
      channelId: '',
      feePermille: null,
      micros,
    }))

interface Bookings extends Pick<MonthDraft, 'newParts'> {
  bookings: Booking[]
  undecided: UndecidedChannel[]
  /** Of the month itself. */
  amounts: ChannelAmount[]
}

/** `pastMonths`: those whose money is booked with the month, as far as it is not yet. */
async function createMonthBookings(
  db: Reader,
  month: string,
  pastMonths: readonly string[],
): Promise<Bookings> {
  const result: Bookings = { bookings: [], newParts: new Map(), undecided: [], amounts: [] }
  const booked = Map.groupBy(await selectBookedAmounts(db), ({ earnedMonth }) => earnedMonth)
  const unallocated = Map.groupBy(await selectUnallocated(db), ({ earnedMonth }) => earnedMonth)
  for (const [earnedMonth, found] of await selectMonthAmounts(db, [month, ...pastMonths])) {
    const isPast = earnedMonth !== month
    const { amounts, roundings } = subtractBooked(found, booked.get(earnedMonth) ?? [])
    if (!isPast) result.amounts = amounts
    const late = unallocated.get(earnedMonth) ?? []
    if (amounts.length === 0 && roundings.length === 0 && late.length === 0) continue
    const parts = isPast ? await selectStoredParts(db, earnedMonth) : new Map<string, Part[]>()
    const moved = await moveLateMoney(db, earnedMonth, late, parts)
    const unknown = [...new Set(amounts.map(({ channelId }) => channelId))].filter(
      (channelId) => channelId !== '' && !parts.has(channelId),
    )
    const created = await selectMonthParts(db, earnedMonth, unknown, { isClosed: isPast })
    const newParts = new Map([...moved.parts, ...created.parts])
    if (newParts.size > 0) result.newParts.set(earnedMonth, newParts)
    result.undecided.push(...created.undecided)
    result.bookings = result.bookings.concat(
      mergeBookings([
        ...moved.bookings,
        ...createBookings(earnedMonth, amounts, new Map([...parts, ...newParts])),
      ]),
      createRoundings(earnedMonth, roundings),
    )
  }
  return result
}

const PastMonthRow = z.object({ month: Day, isClosed: z.boolean() })

/**
 * Closed months, and those before the last of them: a month that had no files in its turn is not closed by itself any more,
 * and its money is late.
 */
export const selectPastMonths = (db: Reader) =>
  db.query(
    PastMonthRow,
    sql`select month, state <> 'open' as "isClosed"
    from months
    where month <= (select max(month) from months where state <> 'open')
    order by month`,
  )

/**
 * Drafts what closing the month would book, and why it cannot be closed yet.
 * @throws {ClosingError} when it is closed, has no files, or there is no exchange rate at all
 */
export async function draftMonth(db: Reader, { month, krwMicros, now }: ClosingOptions): Promise<MonthDraft> {
  const past = await selectPastMonths(db)
  const own = past.find((one) => one.month === month)
  if (own?.isClosed) throw new ClosingError('closed', `${formatMonth(month)} is already closed.`)
  if (own)
    throw new ClosingError(
      'past',
      `A later month than ${formatMonth(month)} is closed: its money is booked with the next closing.`,
    )
  const loads = await selectMonthLoads(db, { month })
  if (loads.length === 0)
    throw new ClosingError('no-files', `There are no final files of ${formatMonth(month)}. See: month list`)
  const today = getPacificDay(now)
  const siteRates = await selectSiteRates(db, month, { krwMicros, today })
  if (!siteRates)
    throw new ClosingError('no-rate', 'There is no exchange rate: import rates, or give one with --rate.')
  const rateOf = new Map(siteRates.map((rate) => [rate.siteId, rate.krwMicros]))
  const { bookings, newParts, undecided, amounts } = await createMonthBookings(
    db,
    month,
    past.map((one) => one.month),
  )
  const pending = await selectPendingEntries(db)
  const holders = [...bookings, ...pending].flatMap(({ accountId, networkId }: PossibleHolder) => [
    ...(accountId === null ? [] : [accountId]),
    ...(networkId === undefined ? [] : [networkId]),
  ])
  const accounts = await selectLedgerAccounts(db, [...new Set(holders)], month)
  const manual = draftManualLines(pending, { month, accounts, rateOf })
  const lines = Map.groupBy(
    [...(await convertBookings(db, bookings, { month, accounts, rateOf })), ...manual],
    ({ accountId }) => accountId,
  )
  const withholdingRates = await selectWithholdingRates(db, month)
  const networkOf = findOwingNetworks(newParts.get(month)?.values() ?? [])
  const statements = accounts.map((account) =>
    draftStatement(
      takeNetwork(account, networkOf.get(account.id)),
      {
        month,
        krwMicros: rateOf.get(account.siteId) ?? 0,
        rates: withholdingRates.filter(({ siteId }) => siteId === account.siteId),
      },
      lines.get(account.id) ?? [],
    ),
  )
  const sites = new Set(accounts.map(({ siteId }) => siteId))
  const rates = siteRates.map((rate) => ({ ...rate, hasStatements: sites.has(rate.siteId) }))
  const draft = {
    rates,
    obstacles: [
      ...(await findOrderObstacles(db, month, today)),
      ...(await findDifferences(db, month)),
      ...(await findUndecidedShares(db, undecided)),
      ...(await findUnallocatedObstacles(db, amounts, newParts.get(month) ?? new Map())),
      ...findRateObstacles(
        rates.filter(({ hasStatements }) => hasStatements),
        { given: krwMicros, known: await findKnownRate(db, month) },
      ),
      ...(await findCurrencyObstacles(db, accounts)),
    ],
    statements,
    unallocated: [...(lines.get(null) ?? []), ...createRemittances(statements)],
    newParts,
  }
  return { ...draft, fingerprint: hashDraft(draft, loads) }
}

/** The network in which a member has earned the month; none if there are several. */
function findOwingNetworks(channels: Iterable<readonly Part[]>): Map<number, number | null> {
  const networks = new Map<number, number | null>()
  for (const { memberId, networkId } of [...channels].flat()) {
    if (memberId === null || networkId === null) continue
    const known = networks.get(memberId)
    networks.set(memberId, known === undefined || known === networkId ? networkId : null)
  }
  return networks
}

/** The network owes what was earned in it, also to a member who has left it since. */
const takeNetwork = (account: LedgerAccount, networkId: number | null | undefined): LedgerAccount =>
  networkId === null || networkId === undefined ? account : { ...account, networkId, holder: 'member' }

interface PossibleHolder {
  accountId: number | null
  /** Of what was booked by hand: it has the opposite. */
  networkId?: number
}

/** Everything on a statement is in the currency and at the rate of its site. */
async function convertBookings(
  db: Reader,
  bookings: readonly Booking[],
  {
    month,
    accounts,
    rateOf,
  }: { month: string; accounts: readonly LedgerAccount[]; rateOf: ReadonlyMap<number, number> },
): Promise<DraftLine[]> {
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const amounts = await convertAmounts(
    db,
    bookings.map(({ accountId, micros }) => {
      const account = accountOf.get(accountId ?? 0)
      return {
        micros,
        currency: account?.currency ?? 'USD',
        krwMicros: rateOf.get(account?.siteId ?? 0) ?? 0,
      }
    }),
  )
  const earnedMonths = new Set(bookings.map(({ earnedMonth }) => earnedMonth))
  const corrected = await selectCorrectedIds(
    db,
    [...earnedMonths].filter((earnedMonth) => earnedMonth !== month),
  )
  return bookings.map((booking, at) => ({
    ...booking,
    amount: amounts[at] ?? 0,
    correctsId: corrected.get(getBookingKey(booking)) ?? null,
  }))
}

interface DraftContext {
  month: string
  krwMicros: number
  /** Rates of the account's site. */
  rates: readonly WithholdingRate[]
}

function draftStatement(
  account: LedgerAccount,
  { month, krwMicros, rates }: DraftContext,
  earned: DraftLine[],
): DraftStatement {
  const { id: accountId, domain: site, payeeKind, currency } = account
  const { networkId, siteId, holder, email, minimumAmount, previousNet } = account
  const { balance, closing: opening, awaiting } = account
  const unrounded = earned.reduce((sum, line) => add(sum, line), balance)
  const rounding = createRounding(accountId, month, unrounded)
  const beforeTax = rounding.reduce((sum, line) => add(sum, line), unrounded)
  const base = getPayable(beforeTax, awaiting, account)
  const lacksDetails = base.amount > 0 && payeeKind === null && rates.length > 0
  const taxes: DraftLine[] = lacksDetails
    ? []
    : computeWithholding(
        base,
        rates.find(({ kind }) => kind === payeeKind),
      ).map((tax) => ({
        accountId,
        kind: 'withholding',
        earnedMonth: month,
        source: '',
        channelId: '',
        feePermille: null,
        correctsId: null,
        ...tax,
      }))
  const withheld = taxes.reduce<Money>(add, zero)
  return {
    accountId,
    networkId,
    siteId,
    site,
    holder,
    email,
    hasDetails: payeeKind !== null,
    previousNet,
    month,
    currency,
    krwMicros,
    opening,
    payments: subtract(balance, opening),
    closing: add(beforeTax, withheld),
    payable: lacksDetails ? zero : add(base, withheld),
    minimumAmount,
    lacksDetails,
    lines: [...earned, ...rounding, ...taxes],
  }
}

/** A balance whose dollars are zero is zero: what its conversions leave in won is taken out. */
const createRounding = (accountId: number, month: string, { micros, amount }: Money): DraftLine[] =>
  micros !== 0 || amount === 0
    ? []
    : [
        {
          accountId,
          kind: 'rounding',
          earnedMonth: month,
          source: '',
          channelId: '',
          feePermille: null,
          correctsId: null,
          micros: 0,
          amount: -amount,
        },
      ]

/** Withheld tax is unallocated until it is remitted: the sum of all entries stays what YouTube paid. */
const createRemittances = (statements: readonly DraftStatement[]): UnallocatedLine[] =>
  statements.flatMap(({ currency, lines }) =>
    lines
      .filter(({ kind }) => kind === 'withholding')
      .map((line) => ({
        ...line,
        currency,
        accountId: null,
        micros: -line.micros,
        amount: -line.amount,
      })),
  )
