import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { readReport, type Scope, type ScopeFilter } from '#server/reports/figures/scope.ts'

interface Page {
  nextCursor: string | null
}

/** Pages are read on demand; no database connection is held in between. */
export interface PageStream<P extends Page> {
  first: P
  pages: AsyncIterable<P>
}

type PageReader<P extends Page> = (db: Queryable, scope: Scope, cursor: string | undefined) => Promise<P>

/** Throws on a later page if the account's visibility has changed since the first. @throws {Refusal} `list_changed` */
export async function readAllPages<P extends Page>(
  services: Pick<Services, 'db' | 'log'>,
  account: Account,
  filter: ScopeFilter,
  read: PageReader<P>,
): Promise<PageStream<P>> {
  const readPage = (cursor: string | undefined) =>
    readReport(services, account, filter, async (db, scope) => ({
      visibilityKey: getVisibilityKey(scope),
      page: await read(db, scope, cursor),
    }))
  const { visibilityKey, page: first } = await readPage(undefined)
  async function* pages(): AsyncGenerator<P> {
    let page = first
    yield page
    while (page.nextCursor !== null) {
      const next = await readPage(page.nextCursor)
      if (next.visibilityKey !== visibilityKey) throw new Error('The visibility changed during the export.')
      page = next.page
      yield page
    }
  }
  return { first, pages: pages() }
}

const getVisibilityKey = ({ networkId, channelIds, feeAccountId, currency }: Scope) =>
  JSON.stringify([networkId, channelIds, feeAccountId, currency])
