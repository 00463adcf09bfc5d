import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports.ts'
import { Refusal } from '#server/http/refusal.ts'

export type CursorKey = readonly string[]

interface Sorting {
  sort: string
  order: SortOrder
}

const Id = z.string().check(z.regex(/^[\w-]+$/))
const Cursor = z.tuple([z.string(), z.string()], Id)

/** Omits the sort value: it may be gross profit, which a member must not see. */
export const formatCursor = ({ sort, order }: Sorting, key: CursorKey): string =>
  Buffer.from(JSON.stringify([sort, order, ...key])).toString('base64url')

/**
 * `keyLength`: number of ids per row.
 * @throws {Refusal} `invalid` for a malformed cursor or one of a different order
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
