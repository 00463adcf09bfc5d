import * as z from 'zod/mini'
import { amountUnits } from '#contract/platform/currency.ts'
import { addDays } from '#contract/reports/calendar.ts'
import type { ManualForm } from '#contract/settlement/payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addManualEntries } from '#server/settlement/payments/by-hand/manual-entries.ts'
import { recordPayments } from '#server/settlement/payments/recording.ts'
import { requestPayment } from '#server/settlement/payments/requests.ts'
import { recordReturns } from '#server/settlement/payments/returns.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'

/** Managers of this site see payments in every state. */
const domain = 'localhost'
const manager = 'manager@hookline.example'
const returnedMember = 'haru@hookline.example'
const partlyPaidMember = 'mongi@hookline.example'
const requestingMember = 'hanip@hookline.example'

const operator = { kind: 'operator' } as const
const payer = { account: null, actor: operator }
const fields = { statement: 'statement', paidOn: 'paidOn', amount: 'amount' }

const toMoment = (day: string) => new Date(`${day}T06:00:00Z`)
const createReference = (day: string, at: number) =>
  `TR-${day.replaceAll('-', '')}-${String(at + 1).padStart(3, '0')}`

/** Pays what is left of a month. */
export async function payMonth(db: Database, month: string, paidOn: string): Promise<void> {
  const open = (await selectStatements(db, { month })).filter(
    ({ outstanding, state }) => outstanding.amount > 0 && state !== 'details_required',
  )
  if (open.length === 0) return
  const payments = open.map(({ id }, at) => ({ id, paidOn, reference: createReference(paidOn, at), fields }))
  await recordPayments(db, payer, payments, { action: 'statement pay', now: toMoment(paidOn) })
}

const AccountRow = z.object({ id: Id, networkId: Id })

const findAccount = (db: Database, email: string) =>
  queryOne(
    db,
    AccountRow,
    sql`select a.id, a.network_id as "networkId"
    from accounts a
    join sites s on s.id = a.site_id
    where s.domain = ${domain}
      and a.email = ${email}
      and a.kind = 'person'
      and a.removed_at is null`,
  )

/** Books an amount for a member in the name of the manager. */
export async function bookByHand(
  db: Database,
  email: string,
  form: Omit<ManualForm, 'member'>,
  day: string,
): Promise<void> {
  const { id: accountId, networkId } = await findAccount(db, manager)
  const { id: member } = await findAccount(db, email)
  const amount = form.amount * amountUnits.KRW
  const booker = { networkId, accountId, actor: operator }
  await addManualEntries(db, booker, [{ ...form, member, amount }], {
    action: 'addManualEntries',
    now: toMoment(day),
  })
}

export const bookAdvance = (db: Database, day: string): Promise<void> =>
  bookByHand(
    db,
    partlyPaidMember,
    { kind: 'advance', amount: 50_000, reason: '촬영 조명 구입비 선지급' },
    day,
  )

async function findStatement(db: Database, month: string, email: string): Promise<StatementRow | undefined> {
  const { id: accountId } = await findAccount(db, email)
  return (await selectStatements(db, { month, accountId }))[0]
}

const LastPaymentRow = z.object({ id: Id, paidOn: z.string() })

/** A payment of the month before the last comes back from the bank. */
async function returnPayment(db: Database, month: string): Promise<void> {
  const statement = await findStatement(db, month, returnedMember)
  if (!statement?.payoutId || statement.state !== 'paid') return
  const { id, paidOn } = await queryOne(
    db,
    LastPaymentRow,
    sql`select id, paid_on::text as "paidOn"
    from ledger_entries
    where payout_id = ${statement.payoutId}
      and kind = 'payment'
    order by id desc
    limit 1`,
  )
  const returnedOn = addDays(paidOn, 2)
  const one = {
    paymentId: id,
    cause: 'bank' as const,
    returnedOn,
    reason: '예금주 이름이 계좌와 다릅니다',
    fields: { payment: 'payment', returnedOn: 'returnedOn' },
  }
  await recordReturns(db, payer, [one], { action: 'statement return', now: toMoment(returnedOn) })
}

/** A third of it. */
async function payPart(db: Database, month: string, paidOn: string): Promise<void> {
  const statement = await findStatement(db, month, partlyPaidMember)
  if (statement?.state !== 'awaiting_payment') return
  const amount = Math.floor(statement.outstanding.amount / 3 / amountUnits.KRW) * amountUnits.KRW
  const payment = { id: statement.id, paidOn, reference: createReference(paidOn, 0), amount, fields }
  await recordPayments(db, payer, [payment], { action: 'statement pay', now: toMoment(paidOn) })
}

async function requestPayout(db: Database, day: string): Promise<void> {
  const { id: accountId } = await findAccount(db, requestingMember)
  await requestPayment(db, { accountId, actor: operator }, toMoment(day))
}

interface Months {
  paid: string
  closed: string
  /** The day after the closing of the newest one. */
  day: string
}

/** Of the newest months: one payment came back, one was made in part, one is on request, and a bonus waits. */
export async function showPaymentStates(db: Database, { paid, closed, day }: Months): Promise<void> {
  await returnPayment(db, paid)
  await payPart(db, closed, day)
  await requestPayout(db, day)
  const bonus = { kind: 'bonus', amount: 30_000, reason: '가을 챌린지 조회수 1위' } as const
  await bookByHand(db, returnedMember, bonus, day)
}
