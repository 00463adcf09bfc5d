import * as z from 'zod/mini'
import { getMonthStart } from '#contract/reports/calendar.ts'
import type { ArrivalState, MonthArrival, OwnerArrival } from '#contract/settlement/final-files.ts'
import { type MonthState, monthStates } from '#contract/settlement/months.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { selectJobs } from '#server/reports/fetching/jobs.ts'
import { formatMonth, getFinalFilesDue, getLastMonth } from '#server/settlement/calendar/month.ts'
import { type MonthLoad, selectMonthLoads } from './loads.ts'
import { getReportedSource } from './reading/kinds.ts'
import type { Source } from './reading/sources.ts'
import { compareWithPayment } from './reconciliation.ts'

type Reader = Pick<Queryable, 'query'>

/** The final files of a month of a content owner. */
export interface Arrival extends Pick<OwnerArrival, 'owner' | 'state' | 'dueOn' | 'missing' | 'isFetched'> {
  /** Its first day. */
  month: string
  monthState: MonthState
  loads: MonthLoad[]
}

/** Lists every month with final files, and those whose files are to be expected by now; by month, then owner. */
export async function selectArrivals(db: Queryable, now: Date): Promise<Arrival[]> {
  const today = getPacificDay(now)
  const sources = await selectSources(db)
  const months = await selectMonthStates(db)
  const arrivals: Arrival[] = []
  for (const { owner, month } of listOwnerMonths(sources, months.firstOpen, getLastMonth(today))) {
    const loads = sources.loads.filter((load) => load.owner === owner && load.month === month)
    const monthState = months.states.get(month) ?? 'open'
    const hasAll = monthState !== 'open'
    const missing = hasAll ? [] : await findMissing(db, { owner, month }, loads)
    const isComplete = hasAll || (loads.length > 0 && missing.length === 0)
    const dueOn = getFinalFilesDue(month)
    const isLate = today > dueOn && month >= months.firstOpen
    const isFetched = sources.fetchedFrom.has(owner)
    const state = getState({ isComplete, isLate, hasFiles: loads.length > 0 })
    arrivals.push({ owner, month, monthState, loads, state, dueOn, missing, isFetched })
  }
  return arrivals
}

interface ArrivalSources {
  loads: MonthLoad[]
  /** Of months with estimated revenue: "main 2026-03-01". */
  estimated: ReadonlySet<string>
  /** By owner, the first month that comes over the connection. */
  fetchedFrom: ReadonlyMap<string, string>
}

const EstimatedMonth = z.object({ owner: z.string(), month: Day })

async function selectSources(db: Queryable): Promise<ArrivalSources> {
  const estimated = await db.query(
    EstimatedMonth,
    sql`select distinct owner, date_trunc('month', day)::date as month
    from report_current
    where report_type = 'revenue'`,
  )
  const fetchedFrom = new Map<string, string>()
  for (const { owner, hasConsent, consentedAt } of await selectConnections(db)) {
    const jobs = hasConsent ? await selectJobs(db, owner) : []
    if (jobs.some(({ reportTypeId }) => getReportedSource(reportTypeId) !== undefined))
      fetchedFrom.set(owner, getLastMonth(getPacificDay(new Date(consentedAt))))
  }
  return {
    loads: await selectMonthLoads(db, {}),
    estimated: new Set(estimated.map(({ owner, month }) => getKey(owner, month))),
    fetchedFrom,
  }
}

const getKey = (owner: string, month: string) => `${owner} ${month}`

const StateRow = z.object({ month: Day, state: z.enum(monthStates) })

/** `firstOpen`: months before it can no longer be closed. */
async function selectMonthStates(
  db: Reader,
): Promise<{ states: ReadonlyMap<string, MonthState>; firstOpen: string }> {
  const rows = await db.query(StateRow, sql`select month, state from months order by month`)
  const newest = rows.findLast(({ state }) => state !== 'open')
  return {
    states: new Map(rows.map(({ month, state }) => [month, state])),
    firstOpen: newest ? getMonthStart(newest.month, 1) : '',
  }
}

/**
 * Without files, a month is expected of an owner that has had final files before or whose months are fetched, if it has
 * estimated revenue in the month or had files of the month before.
 */
function listOwnerMonths(
  { loads, estimated, fetchedFrom }: ArrivalSources,
  firstOpen: string,
  lastMonth: string,
): { owner: string; month: string }[] {
  const found = new Map<string, { owner: string; month: string }>()
  for (const { owner, month } of loads) found.set(getKey(owner, month), { owner, month })
  const owners = new Set([...loads.map(({ owner }) => owner), ...fetchedFrom.keys()])
  for (const owner of owners) {
    const own = loads.filter((load) => load.owner === owner).map(({ month }) => month)
    const [first = lastMonth] = [...own, fetchedFrom.get(owner) ?? lastMonth].sort()
    for (let month = maxOf(first, firstOpen); month <= lastMonth; month = getMonthStart(month, 1))
      if (estimated.has(getKey(owner, month)) || own.includes(getMonthStart(month, -1)))
        found.set(getKey(owner, month), { owner, month })
  }
  return [...found.values()].sort((a, b) => compareTexts(a.month, b.month) || compareTexts(a.owner, b.owner))
}

const maxOf = (a: string, b: string): string => (a > b ? a : b)
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Kinds that the payment summary pays, tax, and the summary itself; none while there is no file. */
async function findMissing(
  db: Reader,
  scope: { owner: string; month: string },
  loads: readonly MonthLoad[],
): Promise<Source[]> {
  if (loads.length === 0) return []
  const { sources } = await compareWithPayment(db, scope)
  const always = (['tax', 'payment_summary'] as const).filter((source) =>
    loads.every((load) => load.source !== source),
  )
  return [...sources.flatMap(({ missingFiles }) => missingFiles), ...always]
}

function getState(is: { isComplete: boolean; isLate: boolean; hasFiles: boolean }): ArrivalState {
  if (is.isComplete) return 'complete'
  if (is.isLate) return 'late'
  return is.hasFiles ? 'incomplete' : 'expected'
}

export const toOwnerArrival = ({ monthState: _, loads, month, ...arrival }: Arrival): OwnerArrival => ({
  ...arrival,
  month: formatMonth(month),
  files: loads.map(({ source, way, loadedAt: importedAt, rows }) => ({ source, way, importedAt, rows })),
})

const NetworkOwner = z.object({ owner: z.string() })

/** Months of a network whose files are not complete, oldest first: an owner that is behind makes the month so. */
export async function selectNetworkArrivals(
  db: Queryable,
  networkId: number,
  now: Date,
): Promise<MonthArrival[]> {
  const open = (await selectArrivals(db, now)).filter(({ state }) => state !== 'complete')
  if (open.length === 0) return []
  const owners = await db.query(
    NetworkOwner,
    sql`select distinct owner from network_owners where network_id = ${networkId}`,
  )
  const own = open.filter((arrival) => owners.some(({ owner }) => owner === arrival.owner))
  return [...Map.groupBy(own, ({ month }) => month)].map(([month, arrivals]) => ({
    month: formatMonth(month),
    state: getWorst(arrivals.map(({ state }) => state)),
    dueOn: getFinalFilesDue(month),
    missing: [...new Set(arrivals.flatMap(({ missing }) => missing))],
  }))
}

const getWorst = (states: readonly ArrivalState[]): ArrivalState =>
  states.find((state) => state === 'late') ?? states.find((state) => state === 'incomplete') ?? 'expected'
