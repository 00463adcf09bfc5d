import type { VideoPage } from '#contract/videos.ts'
import type { Queryable } from '#server/db/database.ts'
import { type ListSnapshot, readListSnapshot } from '#server/figures/list-snapshot.ts'
import type { Scope } from '#server/figures/scope.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import {
  selectVideoPosition,
  selectVideoPositions,
  type VideoListQuery,
  videoKeyLength,
} from './video-keyset.ts'
import { selectVideoRows } from './video-rows.ts'

export interface VideoPageQuery extends VideoListQuery {
  size: number
  cursor?: string | undefined
}

export async function getVideoPage(db: Queryable, scope: Scope, query: VideoPageQuery): Promise<VideoPage> {
  const { period, size } = query
  const afterKey = query.cursor === undefined ? null : parseCursor(query.cursor, query, videoKeyLength)
  const emptyPage: Pick<VideoPage, 'videos' | 'nextCursor'> = { videos: [], nextCursor: null }
  const read = async (snapshot: ListSnapshot) => {
    const startPosition = afterKey && (await selectVideoPosition(db, scope, query, snapshot, afterKey))
    if (afterKey && !startPosition) return emptyPage
    const positions = await selectVideoPositions(db, scope, query, snapshot, startPosition, size + 1)
    const pagePositions = positions.slice(0, size)
    const last = positions.length > size ? pagePositions.at(-1) : undefined
    return {
      videos: await selectVideoRows(db, scope, snapshot, period, pagePositions),
      nextCursor: last ? formatCursor(query, last.ids) : null,
    }
  }
  return readListSnapshot(db, scope, period, read, emptyPage)
}
