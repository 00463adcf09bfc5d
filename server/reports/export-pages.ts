import type { Queries } from '#server/db/connect.ts'
import type { Account } from '#server/session.ts'
import type { Narrowing, Scope } from './scope.ts'
import { readWhole } from './whole.ts'

interface Page {
  revision: number
  nextCursor: string | null
}

/** The first page of a list, and all of them in order, each read when it is asked for, on no connection in between. */
export interface Pages<P extends Page> {
  first: P
  pages: AsyncIterable<P>
}

/** Reads a page with nothing but what its scope may see. */
type ReadPage<P extends Page> = (scope: Scope, cursor: string | undefined) => Promise<P>

/**
 * All pages of a list as it is now. The second page and those after it fail when the list, or what the account may see
 * of it, has changed meanwhile: they would not fit the ones before.
 */
export async function allPages<P extends Page>(
  db: Queries,
  account: Account,
  narrowing: Narrowing,
  read: ReadPage<P>,
): Promise<Pages<P>> {
  const readPage = (cursor: string | undefined) =>
    readWhole(db, account, narrowing, async (scope) => ({
      sight: sightOf(scope),
      page: await read(scope, cursor),
    }))
  const { sight, page: first } = await readPage(undefined)
  async function* pages(): AsyncGenerator<P> {
    let page = first
    yield page
    while (page.nextCursor !== null) {
      const next = await readPage(page.nextCursor)
      if (next.sight !== sight) throw new Error('What the account may see has changed meanwhile.')
      page = next.page
      if (page.revision !== first.revision) throw new Error('The list has changed meanwhile.')
      yield page
    }
  }
  return { first, pages: pages() }
}

/**
 * What of a scope decides what the rows say. New data alone change nothing until the lists are built from them, but
 * where a fee counts, the days are summed up as they are now.
 */
const sightOf = ({ networkId, channelIds, feeOf, currency, revision }: Scope) =>
  JSON.stringify([networkId, channelIds, feeOf, currency, feeOf === null ? null : revision])
