import type { VideoPage } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type Listed, readListed } from './listed.ts'
import type { Scope } from './scope.ts'
import { selectVideoPlace, selectVideoPlaces, type VideoOrder, videoMark } from './video-places.ts'
import { selectVideoRows } from './video-rows.ts'

export interface VideoQuestion extends VideoOrder {
  size: number
  cursor?: string | undefined
}

/** A page of the videos with figures in the period, as they were when the lists were last built. */
export async function videoPage(db: Queries, scope: Scope, question: VideoQuestion): Promise<VideoPage> {
  const { period, size } = question
  const mark = question.cursor === undefined ? null : readCursor(question.cursor, question, videoMark)
  const nothing: Pick<VideoPage, 'videos' | 'nextCursor'> = { videos: [], nextCursor: null }
  const read = async (listed: Listed) => {
    const start = mark && (await selectVideoPlace(db, scope, question, mark))
    if (mark && !start) return nothing
    const places = await selectVideoPlaces(db, scope, question, start, size + 1)
    const shown = places.slice(0, size)
    const last = places.length > size ? shown.at(-1) : undefined
    return {
      videos: await selectVideoRows(db, scope, listed, period, shown),
      nextCursor: last ? writeCursor(question, last.ids) : null,
    }
  }
  return readListed(db, scope, period, read, nothing)
}
