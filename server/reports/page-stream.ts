import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { readReport, type Scope, type ScopeFilter } from '#server/figures/scope.ts'

interface Page {
  revision: number
  nextCursor: string | null
}

/** The first page of a list, and all pages in order, each read on demand: no connection is held in between. */
export interface PageStream<P extends Page> {
  first: P
  pages: AsyncIterable<P>
}

type PageReader<P extends Page> = (scope: Scope, cursor: string | undefined) => Promise<P>

/**
 * Reads all pages of one revision of a list. A later page throws when the list or the visibility of the account has
 * changed since the first page.
 */
export async function readAllPages<P extends Page>(
  db: Queryable,
  account: Account,
  filter: ScopeFilter,
  read: PageReader<P>,
): Promise<PageStream<P>> {
  const readPage = (cursor: string | undefined) =>
    readReport(db, account, filter, async (scope) => ({
      visibilityKey: getVisibilityKey(scope),
      page: await read(scope, cursor),
    }))
  const { visibilityKey, page: first } = await readPage(undefined)
  async function* pages(): AsyncGenerator<P> {
    let page = first
    yield page
    while (page.nextCursor !== null) {
      const next = await readPage(page.nextCursor)
      if (next.visibilityKey !== visibilityKey) throw new Error('The visibility changed during the export.')
      page = next.page
      if (page.revision !== first.revision) throw new Error('The list changed during the export.')
      yield page
    }
  }
  return { first, pages: pages() }
}

/**
 * Identifies the visibility of a scope. New data alone do not change the materialized lists; with a fee, figures are
 * summed live, so the data revision belongs to the key.
 */
const getVisibilityKey = ({ networkId, channelIds, feeAccountId, currency, revision }: Scope) =>
  JSON.stringify([networkId, channelIds, feeAccountId, currency, feeAccountId === null ? null : revision])
