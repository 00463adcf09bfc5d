import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The ids of the last row of a page. */
export type CursorKey = readonly string[]

interface Sorting {
  sort: string
  order: SortOrder
}

const Id = z.string().check(z.regex(/^[\w-]+$/))
const Cursor = z.tuple([z.string(), z.string()], Id)

/**
 * Encodes the last row of a page and the order of the list. The row's sort value is left out: it may be gross, which a
 * member must not see.
 */
export const formatCursor = ({ sort, order }: Sorting, key: CursorKey): string =>
  Buffer.from(JSON.stringify([sort, order, ...key])).toString('base64url')

/**
 * @param keyLength the number of ids of a row
 * @throws {Refusal} `invalid` for anything but a cursor of `formatCursor` for this order
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
