import * as z from 'zod/mini'
import type { SortOrder, VideoSort } from '#contract/reports.ts'
import { Refusal } from '#server/http.ts'

/** Where a row stands in a sorted list; ties are in the order of the video ids. */
export interface Place {
  channelId: string
  videoId: string
  /** The sorted column as PostgreSQL writes it; null at the end of the list, where there is nothing to sort by. */
  key: string | null
}

const keys: Record<VideoSort, RegExp> = {
  date: /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/,
  views: /^-?\d{1,18}$/,
  profit: /^-?\d{1,18}$/,
  price: /^-?\d{1,18}$/,
}

const Cursor = z.tuple([z.string(), z.string(), z.nullable(z.string()), z.string(), z.string()])

/** Where a page ended, for whoever asks for the next; it belongs to one order of the list. */
export function writeCursor(
  { sort, order }: { sort: VideoSort; order: SortOrder },
  { key, videoId, channelId }: Place,
): string {
  return Buffer.from(JSON.stringify([sort, order, key, videoId, channelId])).toString('base64url')
}

/** @throws {Refusal} `invalid` for what `writeCursor` did not write for this order */
export function readCursor(text: string, { sort, order }: { sort: VideoSort; order: SortOrder }): Place {
  const refuse = () => new Refusal('invalid', { fields: { cursor: 'invalid' } })
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw refuse()
  const [forSort, forOrder, key, videoId, channelId] = parsed.data
  if (forSort !== sort || forOrder !== order || (key !== null && !keys[sort].test(key))) throw refuse()
  return { key, videoId, channelId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
