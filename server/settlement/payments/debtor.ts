import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Who pays: a network its members, or the operator of a site those whom no network pays. */
export type Debtor = { networkId: number } | { siteId: number }

interface Owed {
  networkId: number
  accountId: number
}

/** Of a debtor's statements, tells those that it pays from those that it is paid. */
export const isPaidBy = (debtor: Debtor, { networkId, accountId }: Owed): boolean =>
  'networkId' in debtor === (networkId !== accountId)

/** Expects `statements t`. @param row with the network and the account: the statement, or a payout of it */
export const isOwedBy = (debtor: Debtor, row: Sql = sql`t`): Sql =>
  'networkId' in debtor
    ? sql`(${row}.network_id = ${debtor.networkId} and ${row}.account_id <> ${row}.network_id)`
    : sql`(t.site_id = ${debtor.siteId} and ${row}.account_id = ${row}.network_id)`
