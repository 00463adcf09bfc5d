import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { readReport, type Scope, type ScopeFilter } from '#server/figures/scope.ts'

interface Page {
  revision: number
  nextCursor: string | null
}

/** Pages are read on demand; no database connection is held in between. */
export interface PageStream<P extends Page> {
  first: P
  pages: AsyncIterable<P>
}

type PageReader<P extends Page> = (scope: Scope, cursor: string | undefined) => Promise<P>

/** Throws on a later page if the list or the account's visibility has changed since the first. */
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

/** Includes the data revision only with a fee: figures are then summed live, not read from the materialized lists. */
const getVisibilityKey = ({ networkId, channelIds, feeAccountId, currency, revision }: Scope) =>
  JSON.stringify([networkId, channelIds, feeAccountId, currency, feeAccountId === null ? null : revision])
