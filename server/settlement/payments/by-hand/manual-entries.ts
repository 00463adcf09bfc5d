import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { locales } from '#contract/platform/locale.ts'
import { type ManualEntry, type ManualForm, maxManualEntries } from '#contract/settlement/payments.ts'
import { ManualKind } from '#contract/settlement/statement-detail.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import { type Actor, hidden, recordAuditEntries, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMails } from '#server/platform/mail/outbox.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { siteCurrency } from '#server/portal/site/payout-minimum.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'

const EntryRow = z.object({
  id: Id,
  accountId: Id,
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: ManualKind,
  amount: Integer,
  reason: z.string(),
  createdAt: Timestamp,
  createdBy: z.nullable(z.string()),
  statementId: z.nullable(Id),
  month: z.nullable(Day),
})

interface EntryFilter {
  member?: number | undefined
  /** Null: all. */
  limit?: number | null
}

/** Newest first, without those that were taken back. */
export async function selectManualEntries(
  db: Pick<Queryable, 'query'>,
  networkId: number,
  { member, limit = maxManualEntries }: EntryFilter = {},
): Promise<ManualEntry[]> {
  const rows = await db.query(
    EntryRow,
    sql`select m.id,
      m.account_id as "accountId",
      a.nickname,
      a.email,
      m.kind,
      m.amount,
      m.reason,
      m.created_at as "createdAt",
      c.nickname as "createdBy",
      e.statement_id as "statementId",
      e.month
    from manual_entries m
    join accounts a on a.id = m.account_id
    left join accounts c on c.id = m.created_by
    left join ledger_entries e on e.manual_entry_id = m.id
      and e.account_id = m.account_id
    where m.network_id = ${networkId}
      and m.removed_at is null
      and (${member ?? null}::bigint is null or m.account_id = ${member ?? null}::bigint)
    order by m.id desc
    limit ${limit}`,
  )
  return rows.map(({ accountId, nickname, email, statementId, month, ...row }) => ({
    ...row,
    account: { id: accountId, nickname, email, isNetwork: false },
    statement:
      statementId === null || month === null
        ? null
        : { id: statementId, number: formatStatementNumber(month, statementId) },
  }))
}

interface Booker {
  networkId: number
  /** Null: the operator. */
  accountId: number | null
  actor: Actor
}

const MemberRow = z.object({
  id: Id,
  siteId: Id,
  currency: z.enum(currencies),
  email: z.nullable(z.string()),
  isReached: z.boolean(),
  locale: z.enum(locales),
})
type MemberRow = z.output<typeof MemberRow>

/** Members of the network, and those that it owes something, although they are gone. */
const selectMembers = (tx: Queryable, networkId: number, ids: readonly number[]) =>
  tx.query(
    MemberRow,
    sql`select a.id,
      a.site_id as "siteId",
      ${siteCurrency} as currency,
      a.email,
      a.email is not null and a.email_confirmed_at is not null and a.removed_at is null as "isReached",
      a.locale
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = any(${ids}::bigint[])
      and a.id <> ${networkId}
      and (
        (a.network_id = ${networkId} and a.removed_at is null)
        or exists (select from statements t where t.account_id = a.id and t.network_id = ${networkId}))
    for no key update of a`,
  )

const isReduction = (kind: ManualForm['kind']) => kind === 'advance' || kind === 'deduction'

/**
 * All or none; the next closing books them. Mail tells each person.
 * @throws {Refusal} `not_found` or `invalid`, naming the fields below `entries`
 */
export const addManualEntries = (
  db: Database,
  { networkId, accountId, actor }: Booker,
  forms: readonly ManualForm[],
  { action, now }: { action: string; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const rows = await selectMembers(
      tx,
      networkId,
      forms.map(({ member }) => member),
    )
    const members = new Map(rows.map((row) => [row.id, row]))
    refuseWrong(forms, members)
    const entries = forms.flatMap(({ member: id, kind, amount, reason }) => {
      const member = members.get(id)
      return member ? [{ member, kind, amount: isReduction(kind) ? -amount : amount, reason }] : []
    })
    const values = entries.map(({ member: { id, currency }, ...entry }) => ({ ...entry, id, currency }))
    await tx.execute(
      sql`insert into manual_entries (account_id, network_id, kind, currency, amount, reason, created_by, created_at)
      select r.id, ${networkId}, r.kind, r.currency, r.amount, r.reason, ${accountId}, ${now}
      from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as r (id integer, kind text, currency text,
        amount bigint, reason text)`,
    )
    await recordAuditEntries(
      tx,
      actor,
      entries.map(({ member, kind, amount }) => ({
        action,
        subject: { kind: 'account', id: member.id },
        before: null,
        after: { kind, amount, currency: member.currency, reason: hidden },
      })),
    )
    await tellMembers(tx, entries, now)
    return entries.length
  })

function refuseWrong(forms: readonly ManualForm[], members: ReadonlyMap<number, MemberRow>): void {
  const fields: Record<string, FieldCode> = {}
  for (const [at, { member: id, amount }] of forms.entries()) {
    const member = members.get(id)
    if (!member) fields[`entries.${at}.member`] = 'member_missing'
    else if (amount % getMoneyUnit(member.currency) !== 0) fields[`entries.${at}.amount`] = 'amount_invalid'
  }
  const codes = Object.values(fields)
  if (codes.length > 0)
    throw new Refusal(codes.includes('member_missing') ? 'not_found' : 'invalid', { fields })
}

const tellMembers = (
  tx: Queryable,
  entries: readonly { member: MemberRow; amount: number; reason: string }[],
  now: Date,
): Promise<void> =>
  queueMails(
    tx,
    entries.flatMap(({ member: { id, siteId, email, isReached, locale, currency }, amount, reason }) =>
      isReached && email !== null
        ? [
            {
              kind: 'manual-entry' as const,
              eventKey: `manual-entry ${randomUUID()}`,
              siteId,
              accountId: id,
              recipient: email,
              locale,
              data: { amount, currency, reason },
            },
          ]
        : [],
    ),
    now,
  )

const RemovedRow = z.object({ accountId: Id, kind: ManualKind, amount: Integer, isBooked: z.boolean() })

/** @throws {Refusal} `not_found`; `entry_booked` when it is on a statement already */
export const removeManualEntry = (
  db: Database,
  { networkId, actor }: Pick<Booker, 'networkId' | 'actor'>,
  id: number,
  { action, now }: { action: string; now: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockLedger(tx)
    const [entry] = await tx.query(
      RemovedRow,
      sql`select account_id as "accountId",
        kind,
        amount,
        exists (select from ledger_entries e where e.manual_entry_id = m.id) as "isBooked"
      from manual_entries m
      where id = ${id}::bigint
        and network_id = ${networkId}
        and removed_at is null`,
    )
    if (!entry) throw new Refusal('not_found')
    if (entry.isBooked) throw new Refusal('entry_booked')
    await tx.execute(sql`update manual_entries set removed_at = ${now} where id = ${id}::bigint`)
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id: entry.accountId },
      before: { kind: entry.kind, amount: entry.amount },
      after: null,
    })
  })
