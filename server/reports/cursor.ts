import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The ids of the row at which a page ended. */
export type CursorKey = readonly string[]

interface Sorting {
  sort: string
  order: SortOrder
}

const Id = z.string().check(z.regex(/^[\w-]+$/))
const Cursor = z.tuple([z.string(), z.string()], Id)

/**
 * Where a page ended, for whoever asks for the next; it belongs to one order of the list. What the row is sorted by is
 * not in it: that is gross, which a member may not see.
 */
export const formatCursor = ({ sort, order }: Sorting, key: CursorKey): string =>
  Buffer.from(JSON.stringify([sort, order, ...key])).toString('base64url')

/**
 * @param keyLength how many name a row of the list
 * @throws {Refusal} `invalid` for what `writeCursor` did not write for this order
 */
export function parseCursor(text: string, { sort, order }: Sorting, keyLength: number): CursorKey {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [forSort, forOrder, ...key] = parsed.data ?? []
  if (key.length !== keyLength || forSort !== sort || forOrder !== order)
    throw new Refusal('invalid', { fields: { cursor: 'invalid' } })
  return key
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
