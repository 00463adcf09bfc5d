import type { VideoPage, VideoPageQuery } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type ListSnapshot, readList } from '#server/reports/figures/list-snapshot.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { formatCursor, parseCursor, requireCurrent } from '#server/reports/paging/cursor.ts'
import { selectVideoPosition, selectVideosAfter, videoKeyLength } from './video-keyset.ts'

export async function getVideoPage(db: Queryable, scope: Scope, query: VideoPageQuery): Promise<VideoPage> {
  const { size } = query
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, query, videoKeyLength)
  const emptyPage: Pick<VideoPage, 'videos' | 'nextCursor'> = { videos: [], nextCursor: null }
  const read = async (snapshot: ListSnapshot) => {
    // A fee requires live sums of profit and price.
    const revisions = scope.feeAccountId === null ? [snapshot.revision] : [snapshot.revision, scope.revision]
    requireCurrent(cursor, revisions)
    const startPosition = cursor && (await selectVideoPosition(db, scope, query, snapshot, cursor.key))
    if (cursor && !startPosition) return emptyPage
    const found = await selectVideosAfter(db, scope, query, snapshot, startPosition, size + 1)
    const videos = found.slice(0, size)
    const last = found.length > size ? videos.at(-1) : undefined
    return {
      videos,
      nextCursor: last ? formatCursor(query, { revisions, key: [last.videoId, last.channelId] }) : null,
    }
  }
  return readList(db, scope, query, read, emptyPage)
}
