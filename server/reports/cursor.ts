import * as z from 'zod/mini'
import type { SortOrder, VideoSort } from '#contract/reports.ts'
import { Refusal } from '#server/http.ts'

/** The row at which a page ended. */
export interface Mark {
  videoId: string
  channelId: string
}

type Sorting = { sort: VideoSort; order: SortOrder }

const Id = z.string().check(z.regex(/^[\w-]+$/))
const Cursor = z.tuple([z.string(), z.string(), Id, Id])

/**
 * Where a page ended, for whoever asks for the next; it belongs to one order of the list. What the row is sorted by is
 * not in it: that is gross, which a member may not see.
 */
export const writeCursor = ({ sort, order }: Sorting, { videoId, channelId }: Mark): string =>
  Buffer.from(JSON.stringify([sort, order, videoId, channelId])).toString('base64url')

/** @throws {Refusal} `invalid` for what `writeCursor` did not write for this order */
export function readCursor(text: string, { sort, order }: Sorting): Mark {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [forSort, forOrder, videoId, channelId] = parsed.data ?? []
  if (!videoId || !channelId || forSort !== sort || forOrder !== order)
    throw new Refusal('invalid', { fields: { cursor: 'invalid' } })
  return { videoId, channelId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
