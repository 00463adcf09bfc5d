import * as z from 'zod/mini'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

interface Page<Row> {
  rows: Row[]
  hasNewer: boolean
  hasOlder: boolean
}

/** Ids, for keyset pagination of lists with the newest row first. */
interface Bounds {
  before?: number | undefined
  after?: number | undefined
}

/** One row more than the page has says whether there is another page. `read` gives the newest first. */
export async function readPage<Row>(
  { before, after }: Bounds,
  size: number,
  read: (bounds: Bounds & { limit: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
  const found = await read({ before, after, limit: size + 1 })
  const isCut = found.length > size
  const isBackward = after !== undefined
  const rows = isBackward ? found.slice(-size) : found.slice(0, size)
  return { rows, hasNewer: isBackward ? isCut : before !== undefined, hasOlder: isBackward || isCut }
}

const DomainRow = z.object({ domain: z.string() })

/** Of the sites that somebody’s role is for. */
export const selectDomains = async (db: Queryable, scope: InstallationScope): Promise<string[]> =>
  (
    await db.query(
      DomainRow,
      sql`select s.domain from sites s where ${isSiteInScope(scope, sql`s.id`)} order by s.domain`,
    )
  ).map(({ domain }) => domain)
