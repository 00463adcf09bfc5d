import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import {
  type readMonthBoard as boardEndpoint,
  boardMonths,
  type CellState,
  type MonthCell,
  type MonthStep,
  monthSteps,
} from '#contract/settlement/desk/month-board.ts'
import type { InstallationScope } from '#server/platform/auth/installation.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { formatMonth, getMonthRange } from '#server/settlement/calendar/month.ts'
import type { MonthDraft } from '#server/settlement/closing/month-draft.ts'
import { type Arrival, selectArrivals } from '#server/settlement/files/arrivals.ts'
import { compareWithPayment } from '#server/settlement/files/reconciliation.ts'
import { selectClosingPart } from '#server/settlement/months/closing-part.ts'
import { type ListedMonth, type MonthServices, selectMonths } from '#server/settlement/months/month-detail.ts'
import {
  type BoardSiteRow,
  type PaymentSums,
  type SiteOwner,
  type StatementSums,
  selectBoardSites,
  selectPaymentSums,
  selectSiteOwners,
  selectStatementSums,
} from './board-queries.ts'

type Board = EndpointOutput<typeof boardEndpoint>

interface OpenMonth {
  /** Null: no draft of it can be made, because a month before it is open or there is no exchange rate. */
  draft: MonthDraft | null
  /** A month before it has to be closed first. */
  isBlocked: boolean
  arrivals: readonly Arrival[]
  /** By content owner; null: its files agree with the payment summary. */
  differences: ReadonlyMap<string, number | null>
}

interface BoardFacts {
  today: string
  listed: readonly ListedMonth[]
  owners: readonly SiteOwner[]
  statements: readonly StatementSums[]
  payments: readonly PaymentSums[]
  open: ReadonlyMap<string, OpenMonth>
}

/** The month that can be closed next. */
export const findClosable = (listed: readonly ListedMonth[]): ListedMonth | undefined =>
  listed.findLast(({ state }) => state === 'open')

/** The months of the board, oldest first. */
export const listBoardMonths = (today: string): string[] =>
  Array.from({ length: boardMonths }, (_, at) => getMonthStart(today, at + 1 - boardMonths))

export async function readMonthBoard(
  services: MonthServices,
  { scope, locale, now }: { scope: InstallationScope; locale: Locale; now: Date },
): Promise<Board> {
  const { db } = services
  const today = getPacificDay(now)
  const months = listBoardMonths(today)
  const [from = today] = months
  const listed = await selectMonths(db)
  const sites = await selectBoardSites(db, scope, locale)
  const facts: BoardFacts = {
    today,
    listed,
    owners: await selectSiteOwners(db, scope),
    statements: await selectStatementSums(db, scope, from),
    payments: await selectPaymentSums(db, scope, from),
    open: await readOpenMonths(services, { listed, months, now, hasSites: sites.length > 0 }),
  }
  const cells: MonthCell[] = []
  for (const site of sites)
    for (const month of months) cells.push(await describeCell(services, scope, facts, site, month))
  return {
    months: months.map((month) => {
      const found = listed.find((one) => one.month === month)
      return { month: formatMonth(month), state: found?.state ?? 'open', isListed: found !== undefined }
    }),
    sites: sites.map(({ currency: _, ...site }) => site),
    cells,
  }
}

/** A draft takes seconds in a large installation, so only the month that is closed next gets one. */
async function readOpenMonths(
  { db, readDraft }: MonthServices,
  {
    listed,
    months,
    now,
    hasSites,
  }: { listed: readonly ListedMonth[]; months: readonly string[]; now: Date; hasSites: boolean },
): Promise<Map<string, OpenMonth>> {
  const found = new Map<string, OpenMonth>()
  const isOpen = (month: string) => (listed.find((one) => one.month === month)?.state ?? 'open') === 'open'
  const open = hasSites ? months.filter(isOpen) : []
  if (open.length === 0) return found
  const arrivals = await selectArrivals(db, now)
  const next = findClosable(listed)?.month
  for (const month of open) {
    const own = arrivals.filter((arrival) => arrival.month === month)
    const differences = new Map<string, number | null>()
    for (const { owner, loads } of own)
      if (loads.length > 0) differences.set(owner, await findDifference(db, { month, owner }))
    found.set(month, {
      draft: month === next ? await readDraft({ month }) : null,
      isBlocked: next !== undefined && month > next,
      arrivals: own,
      differences,
    })
  }
  return found
}

async function findDifference(
  db: MonthServices['db'],
  scope: { month: string; owner: string },
): Promise<number | null> {
  const { agrees, total, sources } = await compareWithPayment(db, scope)
  if (agrees) return null
  return total?.differenceMicros ?? sources.reduce((sum, { differenceMicros }) => sum + differenceMicros, 0)
}

type Described = Omit<MonthCell, 'site' | 'month'>

async function describeCell(
  services: MonthServices,
  scope: InstallationScope,
  facts: BoardFacts,
  site: BoardSiteRow,
  month: string,
): Promise<MonthCell> {
  const open = facts.open.get(month)
  const described = open
    ? await describeOpen(services, scope, facts, site, month, open)
    : describeClosed(facts, site, month)
  return { site: site.id, month: formatMonth(month), ...described }
}

const empty = {
  done: [],
  files: null,
  differenceMicros: null,
  obstacles: 0,
  statements: 0,
  payable: null,
  due: 0,
  paid: 0,
  returned: 0,
} satisfies Partial<Described>

const upTo = (last: MonthStep): MonthStep[] => monthSteps.slice(0, monthSteps.indexOf(last) + 1)

function describeClosed({ listed, statements, payments }: BoardFacts, site: BoardSiteRow, month: string) {
  const booked = statements.find((one) => one.siteId === site.id && one.month === month)
  if (!booked) return { ...empty, state: 'none', currency: site.currency } as const
  const { currency, payable } = booked
  const money = payments.find((one) => one.siteId === site.id && one.month === month)
  const { due = 0, paid = 0, outstanding = 0, returned = 0 } = money ?? {}
  const known = { ...empty, currency, statements: booked.statements, payable, due, paid, returned }
  if (listed.find((one) => one.month === month)?.state === 'closed')
    return { ...known, state: 'closed' as const, done: upTo('closed') }
  return outstanding > 0
    ? { ...known, state: 'paying' as const, done: upTo('released') }
    : { ...known, state: 'paid' as const, done: upTo('paid') }
}

async function describeOpen(
  { db }: MonthServices,
  scope: InstallationScope,
  { owners, today }: BoardFacts,
  site: BoardSiteRow,
  month: string,
  open: OpenMonth,
): Promise<Described> {
  const { to } = getMonthRange(month)
  const ownersOfSite = owners
    .filter(({ siteId, firstDay }) => siteId === site.id && firstDay <= to)
    .map(({ owner }) => owner)
  const drafted = open.draft?.statements.filter(({ siteId }) => siteId === site.id) ?? []
  const { currency } = site
  if (ownersOfSite.length === 0 && drafted.length === 0) return { ...empty, state: 'none', currency }
  if (to >= today) return { ...empty, state: 'running', currency }

  const arrivals = open.arrivals.filter(({ owner }) => ownersOfSite.includes(owner))
  const differences = ownersOfSite.map((owner) => open.differences.get(owner) ?? null)
  const difference = differences.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const isReconciled =
    arrivals.some(({ loads }) => loads.length > 0) && differences.every((one) => one === null)
  const hasFiles =
    arrivals.length > 0 && arrivals.every(({ loads, missing }) => loads.length > 0 && missing.length === 0)
  const obstacles = open.draft
    ? await countObstacles(db, open.draft, site, scope.isAll ? ownersOfSite : [])
    : 0
  const isPreviewed = open.draft?.rates.some(({ siteId }) => siteId === site.id) ?? false
  const done: MonthStep[] = [
    ...(hasFiles ? (['files'] as const) : []),
    ...(isReconciled ? (['reconciled'] as const) : []),
    ...(isPreviewed ? (['previewed'] as const) : []),
  ]
  return {
    ...empty,
    state: findOpenState({ hasFiles, isReconciled, isPreviewed, obstacles, isBlocked: open.isBlocked }),
    done,
    files: scope.isAll
      ? {
          imported: arrivals.reduce((sum, { loads }) => sum + loads.length, 0),
          missing: arrivals.reduce((sum, { missing }) => sum + missing.length, 0),
        }
      : null,
    differenceMicros: scope.isAll && !isReconciled ? difference : null,
    obstacles,
    currency,
    statements: drafted.filter(({ payable }) => payable.amount > 0).length,
    payable: isPreviewed ? drafted.reduce((sum, { payable }) => sum + payable.amount, 0) : null,
  }
}

function findOpenState(is: {
  hasFiles: boolean
  isReconciled: boolean
  isPreviewed: boolean
  isBlocked: boolean
  obstacles: number
}): CellState {
  if (!is.hasFiles) return 'files'
  if (!is.isReconciled) return 'difference'
  if (is.isBlocked) return 'earlier'
  if (!is.isPreviewed) return 'rate'
  return is.obstacles > 0 ? 'obstacles' : 'ready'
}

/** Those of the site's networks, of its content owners, and of everybody. */
async function countObstacles(
  db: MonthServices['db'],
  { obstacles }: MonthDraft,
  { id }: BoardSiteRow,
  owners: readonly string[],
): Promise<number> {
  const part = await selectClosingPart(db, { isAll: false, siteIds: [id], owners })
  return obstacles.filter(part.hasObstacle).length
}
