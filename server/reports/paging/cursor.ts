import * as z from 'zod/mini'
import type { SortOrder } from '#contract/reports/reports.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type CursorKey = readonly string[]

interface Sorting {
  sort: string
  order: SortOrder
}

const Id = z.string().check(z.regex(/^[\w-]+$/))
const Revisions = z.array(z.int())
const CursorText = z.tuple([z.string(), z.string(), Revisions], Id)

export interface Cursor {
  revisions: readonly number[]
  /** Key of the last row of the page. */
  key: CursorKey
}

/**
 * Omits the sort value: it may be gross profit, which a member must not see. `revisions`: of all that the list is computed
 * from.
 */
export const formatCursor = ({ sort, order }: Sorting, { revisions, key }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, order, revisions, ...key])).toString('base64url')

/**
 * `keyLength`: number of ids per row.
 * @throws {Refusal} `invalid` for a malformed cursor or one of a different order
 */
export function parseCursor(text: string, { sort, order }: Sorting, keyLength: number): Cursor {
  const parsed = CursorText.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [forSort, forOrder, revisions = [], ...key] = parsed.data ?? []
  if (key.length !== keyLength || forSort !== sort || forOrder !== order)
    throw new Refusal('invalid', { fields: { cursor: 'invalid' } })
  return { revisions, key }
}

/** Pages of different revisions do not fit together. @throws {Refusal} `list_changed` */
export function requireCurrent(cursor: Cursor | null, revisions: readonly number[]): void {
  if (cursor && cursor.revisions.join() !== revisions.join()) throw new Refusal('list_changed')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
