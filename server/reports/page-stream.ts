import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { readConsistently } from '#server/figures/consistent-read.ts'
import type { Scope, ScopeFilter } from '#server/figures/scope.ts'

interface Page {
  revision: number
  nextCursor: string | null
}

/** The first page of a list, and all of them in order, each read when it is asked for, on no connection in between. */
export interface PageStream<P extends Page> {
  first: P
  pages: AsyncIterable<P>
}

/** Reads a page with nothing but what its scope may see. */
type PageReader<P extends Page> = (scope: Scope, cursor: string | undefined) => Promise<P>

/**
 * All pages of a list as it is now. The second page and those after it fail when the list, or what the account may see
 * of it, has changed meanwhile: they would not fit the ones before.
 */
export async function readAllPages<P extends Page>(
  db: Queryable,
  account: Account,
  filter: ScopeFilter,
  read: PageReader<P>,
): Promise<PageStream<P>> {
  const readPage = (cursor: string | undefined) =>
    readConsistently(db, account, filter, async (scope) => ({
      visibilityKey: getVisibilityKey(scope),
      page: await read(scope, cursor),
    }))
  const { visibilityKey, page: first } = await readPage(undefined)
  async function* pages(): AsyncGenerator<P> {
    let page = first
    yield page
    while (page.nextCursor !== null) {
      const next = await readPage(page.nextCursor)
      if (next.visibilityKey !== visibilityKey)
        throw new Error('What the account may see has changed meanwhile.')
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
const getVisibilityKey = ({ networkId, channelIds, feeAccountId, currency, revision }: Scope) =>
  JSON.stringify([networkId, channelIds, feeAccountId, currency, feeAccountId === null ? null : revision])
