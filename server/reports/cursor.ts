import * as z from 'zod/mini'
import type { SortOrder, VideoSort } from '#contract/reports.ts'
import { Refusal } from '#server/http.ts'

interface Position {
  /** The sorted column of the last row, as PostgreSQL writes it; null where it has none. */
  key: string | null
  videoId: string
}

const keys: Record<VideoSort, RegExp> = {
  date: /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/,
  views: /^-?\d{1,18}$/,
  profit: /^-?\d{1,18}$/,
  price: /^-?\d{1,18}$/,
}

const Cursor = z.tuple([z.string(), z.string(), z.nullable(z.string()), z.string().check(z.maxLength(64))])

/** Where a page ended, for whoever asks for the next; it belongs to one order of the list. */
export function writeCursor(
  { sort, order }: { sort: VideoSort; order: SortOrder },
  { key, videoId }: Position,
): string {
  return Buffer.from(JSON.stringify([sort, order, key, videoId])).toString('base64url')
}

/** @throws {Refusal} `invalid` for what `writeCursor` did not write for this order */
export function readCursor(text: string, { sort, order }: { sort: VideoSort; order: SortOrder }): Position {
  const refuse = () => new Refusal('invalid', { fields: { cursor: 'invalid' } })
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw refuse()
  const [forSort, forOrder, key, videoId] = parsed.data
  if (forSort !== sort || forOrder !== order || (key !== null && !keys[sort].test(key))) throw refuse()
  return { key, videoId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
