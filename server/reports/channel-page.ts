import type { ChannelPage, ChannelRow } from '#contract/channel-report.ts'
import type { Queryable } from '#server/db/database.ts'
import { readListSnapshot } from '#server/figures/list-snapshot.ts'
import { getPeriodRange } from '#server/figures/periods.ts'
import type { Scope } from '#server/figures/scope.ts'
import { type Cursor, type CursorKey, formatCursor, parseCursor, requireCurrent } from './cursor.ts'
import { listChannelsAfter, selectLiveChannels } from './live-channels.ts'
import {
  type ChannelListQuery,
  countMaterializedChannels,
  selectMaterializedChannels,
  selectMaterializedKeys,
} from './materialized-channels.ts'

export interface ChannelPageQuery extends ChannelListQuery {
  size: number
  cursor?: string | undefined
}

type PageRows = Pick<ChannelPage, 'total' | 'channels' | 'nextCursor'>
const emptyPage: PageRows = { total: 0, channels: [], nextCursor: null }

/** Reads the materialized list, except for members: fees apply by day, so their channels are summed live. */
export function getChannelPage(db: Queryable, scope: Scope, query: ChannelPageQuery): Promise<ChannelPage> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, query, 1)
  return scope.channelIds === null
    ? readMaterializedPage(db, scope, query, cursor)
    : readLivePage(db, scope, query, cursor)
}

export async function selectTopChannelIds(
  db: Queryable,
  scope: Scope,
  order: ChannelListQuery,
  size: number,
): Promise<string[]> {
  if (scope.channelIds === null)
    return (await selectMaterializedKeys(db, scope, order, null, size)).map(([id = '']) => id)
  const { channels } = await readLivePage(db, scope, { ...order, size }, null)
  return channels.map(({ channelId }) => channelId)
}

const readMaterializedPage = (db: Queryable, scope: Scope, query: ChannelPageQuery, cursor: Cursor | null) =>
  readListSnapshot<PageRows>(
    db,
    scope,
    query.period,
    async ({ revision }) => {
      requireCurrent(cursor, [revision])
      const keys = await selectMaterializedKeys(db, scope, query, cursor?.key ?? null, query.size + 1)
      const pageKeys = keys.slice(0, query.size)
      return {
        total: await countMaterializedChannels(db, scope, query),
        channels: await selectMaterializedChannels(db, scope, query.period, pageKeys),
        nextCursor: formatNextCursor(query, [revision], keys),
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
  const { currency, revision, listsRevision, latestDay, channelIds } = scope
  // The number of Shorts is that of the materialized list.
  const revisions = [revision, listsRevision]
  requireCurrent(cursor, revisions)
  if (latestDay === null || channelIds?.length === 0) return { currency, revision, range: null, ...emptyPage }
  const range = getPeriodRange(query.period, latestDay)
  const liveChannels = await selectLiveChannels(db, scope, query, range)
  const remaining = listChannelsAfter(liveChannels, query, cursor?.key ?? null)
  return {
    currency,
    revision,
    range,
    total: liveChannels.length,
    channels: remaining.slice(0, query.size).map(({ row }): ChannelRow => row),
    nextCursor: formatNextCursor(
      query,
      revisions,
      remaining.slice(0, query.size + 1).map(({ row }) => [row.channelId]),
    ),
  }
}

function formatNextCursor(
  query: ChannelPageQuery,
  revisions: readonly number[],
  keys: readonly CursorKey[],
): string | null {
  const last = keys.length > query.size ? keys[query.size - 1] : undefined
  return last ? formatCursor(query, { revisions, key: last }) : null
}
