import type { ChannelPage, ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import { ListedPeriod, type RequestedTime, type SortOrder } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { readList } from '#server/figures/list-snapshot.ts'
import { getRequestedRange } from '#server/figures/periods.ts'
import type { Scope } from '#server/figures/scope.ts'
import { type Cursor, formatCursor, parseCursor, requireCurrent } from './cursor.ts'
import { listChannelsAfter, selectLiveChannels } from './live-channels.ts'
import { countMaterializedChannels, selectChannelsAfter } from './materialized-channels.ts'

interface ChannelOrder extends RequestedTime {
  sort: ChannelSort
  order: SortOrder
}

export interface ChannelPageQuery extends ChannelOrder {
  search?: string | undefined
  size: number
  cursor?: string | undefined
}

type PageRows = Pick<ChannelPage, 'total' | 'channels' | 'nextCursor'>
const emptyPage: PageRows = { total: 0, channels: [], nextCursor: null }

/** Sums are live for members, because fees apply by day, and for periods without a materialized list. */
export function getChannelPage(db: Queryable, scope: Scope, query: ChannelPageQuery): Promise<ChannelPage> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, query, 1)
  const listed = findList(scope, query)
  return listed
    ? readMaterializedPage(db, scope, { ...query, listed }, cursor)
    : readLivePage(db, scope, query, cursor)
}

const findList = ({ channelIds }: Scope, { period }: RequestedTime): ListedPeriod | undefined =>
  channelIds === null ? ListedPeriod.safeParse(period).data : undefined

export async function selectTopChannelIds(
  db: Queryable,
  scope: Scope,
  order: ChannelOrder,
  size: number,
): Promise<string[]> {
  const listed = findList(scope, order)
  if (listed) return listIds(await selectChannelsAfter(db, scope, { ...order, listed }, null, size))
  return listIds((await readLivePage(db, scope, { ...order, size }, null)).channels)
}

const readMaterializedPage = (
  db: Queryable,
  scope: Scope,
  query: ChannelPageQuery & { listed: ListedPeriod },
  cursor: Cursor | null,
) =>
  readList<PageRows>(
    scope,
    query,
    async ({ revision }) => {
      requireCurrent(cursor, [revision])
      const found = await selectChannelsAfter(db, scope, query, cursor?.key ?? null, query.size + 1)
      return {
        total: await countMaterializedChannels(db, scope, query),
        ...slicePage(query, [revision], found),
      }
    },
    emptyPage,
  )

async function readLivePage(
  db: Queryable,
  scope: Scope,
  query: ChannelPageQuery,
  cursor: Cursor | null,
): Promise<ChannelPage> {
  const { currency, revision, listsRevision, firstDay, latestDay, channelIds } = scope
  // The number of Shorts is that of the materialized list.
  const revisions = [revision, listsRevision]
  requireCurrent(cursor, revisions)
  if (latestDay === null || channelIds?.length === 0) return { currency, revision, range: null, ...emptyPage }
  const range = getRequestedRange(query, { firstDay, latestDay })
  const liveChannels = await selectLiveChannels(db, scope, query, range)
  const remaining = listChannelsAfter(liveChannels, query, cursor?.key ?? null)
  return {
    currency,
    revision,
    range,
    total: liveChannels.length,
    ...slicePage(
      query,
      revisions,
      remaining.map(({ row }) => row),
    ),
  }
}

const listIds = (channels: readonly ChannelRow[]) => channels.map(({ channelId }) => channelId)

function slicePage(query: ChannelPageQuery, revisions: readonly number[], found: readonly ChannelRow[]) {
  const channels = found.slice(0, query.size)
  const last = found.length > query.size ? channels.at(-1) : undefined
  return { channels, nextCursor: last ? formatCursor(query, { revisions, key: [last.channelId] }) : null }
}
