import * as z from 'zod/mini'
import { payeeKinds, payeeStates } from '#contract/people/payee-states.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { OperatorError } from './command.ts'

const PayeeRow = z.object({
  id: Id,
  siteId: Id,
  networkId: Id,
  site: z.string(),
  email: z.nullable(z.string()),
  /** Of its manager; null: it has none. */
  network: z.nullable(z.string()),
  kind: z.enum(payeeKinds),
  account: z.string(),
  state: z.enum(payeeStates),
  version: Integer,
  enteredAt: Timestamp,
})
export type PayeeRow = z.output<typeof PayeeRow>

interface PayeeFilter {
  id?: number | undefined
  site?: string | undefined
  state?: PayeeRow['state'] | undefined
}

/** With masked account numbers. */
export const selectPayees = (
  db: Pick<Queryable, 'query'>,
  { id, site, state }: PayeeFilter,
): Promise<PayeeRow[]> =>
  db.query(
    PayeeRow,
    sql`select a.id,
      a.site_id as "siteId",
      a.network_id as "networkId",
      w.domain as site,
      a.email,
      case when a.network_id <> a.id then n.email end as network,
      y.kind,
      y.masked_account as account,
      y.state,
      y.version,
      y.entered_at as "enteredAt"
    from payee_states y
    join accounts a on a.id = y.account_id
    join accounts n on n.id = a.network_id
    join sites w on w.id = a.site_id
    where (${id ?? null}::integer is null or a.id = ${id ?? null})
      and (${site ?? null}::text is null or w.domain = ${site ?? null})
      and (${state ?? null}::text is null or y.state = ${state ?? null})
    order by w.domain, a.id`,
  )

/** @throws {OperatorError} when there are none */
export async function requirePayee(db: Pick<Queryable, 'query'>, id: number): Promise<PayeeRow> {
  const [payee] = await selectPayees(db, { id })
  if (!payee) throw new OperatorError(`Account ${id} has no payment details. See: payee list`)
  return payee
}

export const getPayeeName = ({ id, email }: Pick<PayeeRow, 'id' | 'email'>) => email ?? `account ${id}`
