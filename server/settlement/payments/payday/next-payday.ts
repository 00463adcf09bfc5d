import * as z from 'zod/mini'
import { payeeKinds, payeeStates } from '#contract/people/payee-states.ts'
import type { Payday, PayoutAccountState } from '#contract/settlement/payday.ts'
import { type Account, isConfirmed } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { readReportAs } from '#server/reports/figures/scope.ts'
import { getNextPayday, selectPaymentSite } from '#server/settlement/calendar/payday.ts'
import { getMoneyViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { readBalanceParts } from '#server/settlement/payments/balance.ts'
import type { Viewer } from '#server/settlement/statements/statement-queries.ts'
import { requireSubject, type Subject } from '#server/settlement/statements/subject.ts'
import { type EstimatedPayee, estimatePaydays } from './estimates.ts'

const PayeeRow = z.object({
  isConfirmed: z.boolean(),
  awaitsApproval: z.boolean(),
  networkId: Integer,
  state: z.nullable(z.enum(payeeStates)),
  kind: z.nullable(z.enum(payeeKinds)),
  paidTo: z.nullable(z.string()),
})
type PayeeRow = z.output<typeof PayeeRow>

const selectPayee = (db: Pick<Queryable, 'query'>, accountId: number): Promise<PayeeRow> =>
  queryOne(
    db,
    PayeeRow,
    sql`select ${isConfirmed} as "isConfirmed",
      a.awaits_approval as "awaitsApproval",
      a.network_id as "networkId",
      y.state,
      y.kind,
      y.masked_account as "paidTo"
    from accounts a
    left join payee_states y on y.account_id = a.id
    where a.id = ${accountId}`,
  )

/** Names the first thing that is missing. */
function getPayoutAccountState({ isConfirmed, awaitsApproval, state }: PayeeRow): PayoutAccountState {
  if (state === 'confirmed') return 'confirmed'
  if (!isConfirmed) return 'unconfirmed'
  if (awaitsApproval) return 'awaiting_approval'
  return state ?? 'missing'
}

/** @throws {Refusal} as `requireSubject` does */
export async function readNextPayday(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  account: Account,
  member: number | undefined,
): Promise<Payday> {
  const { db } = services
  const viewer = getMoneyViewpoint(account)
  const now = services.now()
  const subject = await requireSubject(db, viewer, member)
  const { balance, carried } = await readBalanceParts(db, viewer, subject, now)
  const site = await selectPaymentSite(db, subject.siteId, now)
  const payee = await selectPayee(db, subject.id)
  const { id, siteId, currency, minimum } = subject
  const { paymentDay, today } = site
  return {
    currency,
    payday: balance.payday,
    nextPayday: getNextPayday(today, paymentDay),
    held: balance.held,
    carried,
    minimum,
    payoutAccount: getPayoutAccountState(payee),
    paidTo: payee.paidTo,
    confirmedBy: payee.networkId === id ? 'operator' : 'manager',
    estimates: await readEstimates(services, viewer, subject, {
      ...{ id, siteId, currency, minimum, paymentDay, today, carried },
      kind: payee.kind,
    }),
  }
}

/** Figures of people who have left cannot be read any more, and networks are paid by their members' fees. */
async function readEstimates(
  services: Pick<Services, 'db' | 'log'>,
  viewer: Viewer,
  { id, isNetwork, hasFigures, hasLeft }: Subject,
  payee: EstimatedPayee,
): Promise<Payday['estimates']> {
  if (isNetwork || hasLeft || !hasFigures) return []
  const filter = viewer.isNetwork ? { member: id } : {}
  return readReportAs(services, viewer, filter, (db, scope) => estimatePaydays(db, scope, payee))
}
