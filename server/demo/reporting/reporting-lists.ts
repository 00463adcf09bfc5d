import { createHash } from 'node:crypto'
import { ApiError } from './google-errors.ts'

const maxPageSize = 500

/**
 * Keyset pagination: an entry that appears in front moves nothing between pages. Without entries, the list is absent.
 * @throws {ApiError} for an invalid size or a token of another list
 */
export function createPage<Entry extends { id: string }>(
  name: string,
  entries: readonly Entry[],
  toResource: (entry: Entry) => object,
  query: Record<string, string>,
  defaultSize: number,
): Record<string, unknown> {
  const start = findStart(name, entries, query)
  const page = entries.slice(start, start + parsePageSize(query, defaultSize))
  const last = page.at(-1)
  const isLast = start + page.length >= entries.length
  return {
    ...(page.length > 0 && { [name]: page.map(toResource) }),
    ...(!isLast && last && { nextPageToken: createToken(name, query, last.id) }),
  }
}

function parsePageSize({ pageSize = '0' }: Record<string, string>, defaultSize: number): number {
  if (!/^\d{1,9}$/.test(pageSize)) throw new ApiError(400, 'pageSize must be a whole number.')
  return Math.min(maxPageSize, Number(pageSize) || defaultSize)
}

function findStart(name: string, entries: readonly { id: string }[], query: Record<string, string>): number {
  if (!query.pageToken) return 0
  const last = entries.findIndex(({ id }) => createToken(name, query, id) === query.pageToken)
  if (last < 0) throw new ApiError(400, 'The page token is invalid.')
  return last + 1
}

/** Marks an entry in a list; another filter makes another list. */
function createToken(name: string, query: Record<string, string>, id: string): string {
  const { pageToken, pageSize, ...filter } = query
  const parts = JSON.stringify([name, Object.entries(filter).sort(), id])
  return createHash('sha256').update(parts).digest('base64url')
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** RFC 3339. @throws {ApiError} */
export function parseTime(name: string, { [name]: text }: Record<string, string>): number | undefined {
  if (text === undefined) return undefined
  const time = timePattern.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new ApiError(400, `${name} must be a time in RFC 3339.`)
  return time
}
