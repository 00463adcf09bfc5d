import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import {
  maxWaitingPayees,
  type readWaitingPayees as waitingEndpoint,
} from '#contract/settlement/desk/waiting-payees.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { loadPayees, type PayeeReader } from '#server/settlement/payees/queries.ts'

type Viewer = Pick<Account, 'id' | 'networkId'>

/** Of the caller, or of the network that the caller works for. Expects `accounts a`. */
const isOwn = ({ id, networkId }: Viewer): Sql => sql`a.id in (${id}, ${networkId})`

/** Payout accounts on sites of a role, without one’s own. Expects `accounts a`. */
export const isPayeeOfSite = (scope: InstallationScope, viewer: Viewer): Sql =>
  sql`(a.removed_at is null and ${isSiteInScope(scope, sql`a.site_id`)} and not ${isOwn(viewer)})`

const WaitingRow = z.object({
  total: Count,
  accountId: Id,
  nickname: z.string(),
  email: z.string(),
  site: z.string(),
  network: z.nullable(z.string()),
  account: z.string(),
  version: Integer,
  enteredAt: Timestamp,
  isOwn: z.boolean(),
})

const selectWaiting = (db: Pick<Queryable, 'query'>, scope: InstallationScope, viewer: Viewer) =>
  db.query(
    WaitingRow,
    sql`select count(*) over () as total,
      a.id as "accountId",
      a.nickname,
      a.email,
      w.domain as site,
      case when a.network_id <> a.id then n.nickname end as network,
      y.masked_account as account,
      y.version,
      y.entered_at as "enteredAt",
      ${isOwn(viewer)} as "isOwn"
    from payee_states y
    join accounts a on a.id = y.account_id
    join accounts n on n.id = a.network_id
    join sites w on w.id = a.site_id
    where y.state = 'entered'
      and a.removed_at is null
      and ${isSiteInScope(scope, sql`a.site_id`)}
    order by y.entered_at, a.id
    limit ${maxWaitingPayees}`,
  )

const toComparable = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()

/** Names are encrypted: they are read here, and only whether they match leaves the server. */
export async function readWaitingPayees(
  db: Queryable,
  reader: PayeeReader,
  scope: InstallationScope,
  viewer: Viewer,
): Promise<EndpointOutput<typeof waitingEndpoint>> {
  const rows = await selectWaiting(db, scope, viewer)
  const details = await loadPayees(
    db,
    reader,
    rows.map(({ accountId }) => accountId),
  )
  return {
    total: rows[0]?.total ?? 0,
    payees: rows.map(({ total: _, ...row }) => {
      const name = details.get(row.accountId)?.name
      return {
        ...row,
        isNameMatch: name === undefined ? null : toComparable(name) === toComparable(row.nickname),
      }
    }),
  }
}
