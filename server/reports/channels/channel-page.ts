import { type ChannelPage, type ChannelSort, listedChannelSorts } from '#contract/reports/channel-report.ts'
import { type DayRange, ListedPeriod, type RequestedTime, type SortOrder } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { findKnownRange } from '#server/reports/dashboard/dashboard.ts'
import { readList } from '#server/reports/figures/list-snapshot.ts'
import { getComparisonRange, getRequestedRange } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { type Cursor, formatCursor, parseCursor, requireCurrent } from '#server/reports/paging/cursor.ts'
import { addSortKeys, completeRows } from './channel-rows.ts'
import { type ChannelFigures, listChannelsAfter, selectLiveChannels } from './live-channels.ts'
import {
  type ListedChannelQuery,
  selectChannelsAfter,
  selectMaterializedTotals,
} from './materialized-channels.ts'

interface ChannelOrder extends RequestedTime {
  sort: ChannelSort
  order: SortOrder
}

export interface ChannelPageQuery extends ChannelOrder {
  search?: string | undefined
  size: number
  cursor?: string | undefined
}

interface FoundPage {
  total: number
  totals: ChannelPage['totals']
  channels: ChannelFigures[]
  nextCursor: string | null
}
type FoundHeader = Pick<ChannelPage, 'currency' | 'revision' | 'range'>

const createEmptyPage = (scope: Scope): FoundPage => ({
  total: 0,
  totals: sumVisibleFigures(scope, []),
  channels: [],
  nextCursor: null,
})

/**
 * Sums are live for members, because fees apply by day, for periods without a materialized list, and for orders that it does
 * not have.
 */
export async function getChannelPage(
  db: Queryable,
  scope: Scope,
  query: ChannelPageQuery,
): Promise<ChannelPage> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, query, 1)
  const list = findList(scope, query)
  const page = list
    ? await readMaterializedPage(db, scope, { ...query, ...list }, cursor)
    : await readLivePage(db, scope, query, cursor)
  const previousRange = findPreviousRange(scope, query, page.range)
  return { ...page, previousRange, channels: await completeRows(db, scope, page.channels, previousRange) }
}

const findPreviousRange = (scope: Scope, time: RequestedTime, range: DayRange | null) =>
  range && findKnownRange(scope, getComparisonRange(time, range))

/** Undefined: there is no materialized list of the period, or in this order. */
function findList(
  { channelIds }: Scope,
  { period, sort }: ChannelOrder,
): Pick<ListedChannelQuery, 'listed' | 'sort'> | undefined {
  const listed = ListedPeriod.safeParse(period).data
  const listedSort = listedChannelSorts.find((one) => one === sort)
  return channelIds === null && listed && listedSort ? { listed, sort: listedSort } : undefined
}

export async function selectTopChannelIds(
  db: Queryable,
  scope: Scope,
  order: ChannelOrder,
  size: number,
): Promise<string[]> {
  const list = findList(scope, order)
  if (list) return listIds(await selectChannelsAfter(db, scope, { ...order, ...list }, null, size))
  return listIds((await readLivePage(db, scope, { ...order, size }, null)).channels)
}

const readMaterializedPage = (
  db: Queryable,
  scope: Scope,
  query: ChannelPageQuery & Pick<ListedChannelQuery, 'listed' | 'sort'>,
  cursor: Cursor | null,
): Promise<FoundPage & FoundHeader> =>
  readList<FoundPage>(
    db,
    scope,
    query,
    async ({ revision }) => {
      requireCurrent(cursor, [revision])
      const found = await selectChannelsAfter(db, scope, query, cursor?.key ?? null, query.size + 1)
      return {
        ...(await selectMaterializedTotals(db, scope, query)),
        ...slicePage(query, [revision], found),
      }
    },
    createEmptyPage(scope),
  )

async function readLivePage(
  db: Queryable,
  scope: Scope,
  query: ChannelPageQuery,
  cursor: Cursor | null,
): Promise<FoundPage & FoundHeader> {
  const { currency, revision, listsRevision, firstDay, latestDay, channelIds } = scope
  // The number of Shorts is that of the materialized list.
  const revisions = [revision, listsRevision]
  requireCurrent(cursor, revisions)
  if (latestDay === null || channelIds?.length === 0)
    return { currency, revision, range: null, ...createEmptyPage(scope) }
  const range = getRequestedRange(query, { firstDay, latestDay })
  const liveChannels = await addSortKeys(db, scope, await selectLiveChannels(db, scope, query, range), {
    sort: query.sort,
    previousRange: findPreviousRange(scope, query, range),
  })
  const remaining = listChannelsAfter(liveChannels, query, cursor?.key ?? null)
  return {
    currency,
    revision,
    range,
    total: liveChannels.length,
    totals: sumVisibleFigures(
      scope,
      liveChannels.map(({ sums }) => sums),
    ),
    ...slicePage(
      query,
      revisions,
      remaining.map(({ row }) => row),
    ),
  }
}

const listIds = (channels: readonly ChannelFigures[]) => channels.map(({ channelId }) => channelId)

function slicePage(query: ChannelPageQuery, revisions: readonly number[], found: readonly ChannelFigures[]) {
  const channels = found.slice(0, query.size)
  const last = found.length > query.size ? channels.at(-1) : undefined
  return { channels, nextCursor: last ? formatCursor(query, { revisions, key: [last.channelId] }) : null }
}
