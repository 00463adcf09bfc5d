import * as z from 'zod/mini'
import { payeeKinds, payeeStates } from '#contract/people/payee-states.ts'
import type { Payee, PayeeDetails } from '#contract/settlement/payees.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { decryptDetails } from './details.ts'

type Reader = Pick<Queryable, 'query'>

const PayeeRow = z.object({
  accountId: Id,
  kind: z.enum(payeeKinds),
  details: z.instanceof(Uint8Array),
  maskedAccount: z.string(),
  version: Integer,
  state: z.enum(payeeStates),
  enteredAt: Timestamp,
  confirmedAt: z.nullable(Timestamp),
  reason: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
})
type PayeeRow = z.output<typeof PayeeRow>

const selectPayeeRows = (db: Reader, accountIds: readonly number[]): Promise<PayeeRow[]> =>
  db.query(
    PayeeRow,
    sql`select s.account_id as "accountId",
      s.kind,
      y.details,
      s.masked_account as "maskedAccount",
      s.version,
      s.state,
      s.entered_at as "enteredAt",
      case s.state when 'confirmed' then s.confirmed_at end as "confirmedAt",
      s.rejection_reason as reason,
      t.masked_number as "taxId"
    from payee_states s
    join payees y on y.account_id = s.account_id
    left join payee_tax_ids t on t.account_id = s.account_id
    where s.account_id = any(${accountIds}::integer[])
    order by s.account_id`,
  )

const ListedPayee = z.object({
  id: Id,
  siteId: Id,
  networkId: Id,
  site: z.string(),
  email: z.nullable(z.string()),
  /** Nickname of its manager; null: it has none. */
  network: z.nullable(z.string()),
  kind: z.enum(payeeKinds),
  account: z.string(),
  state: z.enum(payeeStates),
  version: Integer,
  enteredAt: Timestamp,
})
export type ListedPayee = z.output<typeof ListedPayee>

interface PayeeFilter {
  id?: number | undefined
  siteId?: number | undefined
  state?: ListedPayee['state'] | undefined
}

/** Covers every network and masks account numbers. */
export const selectPayees = (db: Reader, { id, siteId, state }: PayeeFilter): Promise<ListedPayee[]> =>
  db.query(
    ListedPayee,
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
      and (${siteId ?? null}::integer is null or w.id = ${siteId ?? null})
      and (${state ?? null}::text is null or y.state = ${state ?? null})
    order by w.domain, a.id`,
  )

export interface PayeeReader {
  encryption: Encryption
  log: Pick<Log, 'error'>
}

/** Returns whole account numbers; callers that show them must record that. Omits those that cannot be decrypted. */
export async function loadPayees(
  db: Reader,
  { encryption, log }: PayeeReader,
  accountIds: readonly number[],
): Promise<Map<number, Payee & { maskedAccount: string }>> {
  const payees = new Map<number, Payee & { maskedAccount: string }>()
  for (const row of await selectPayeeRows(db, accountIds)) {
    const { accountId, kind, details: _, ...status } = row
    const details = await decryptDetails(encryption, row)
    if (details) payees.set(accountId, { ...details, ...status, kind })
    else log.error({ accountId }, 'payout account unusable: it was encrypted with another SECRET_KEY')
  }
  return payees
}

export const maskPayee = ({ maskedAccount, ...payee }: Payee & { maskedAccount: string }): Payee => ({
  ...payee,
  account: maskedAccount,
})

interface StoredPayee {
  kind: PayeeDetails['kind']
  details: Uint8Array
  maskedAccount: string
}

/** Takes back what was confirmed or rejected. */
export const upsertPayee = (
  tx: Queryable,
  accountId: number,
  { kind, details, maskedAccount }: StoredPayee,
  now: Date,
): Promise<number> =>
  tx.execute(
    sql`insert into payees (account_id, kind, details, masked_account, entered_at)
    values (${accountId}, ${kind}, ${details}, ${maskedAccount}, ${now})
    on conflict (account_id) do update
    set kind = excluded.kind,
      details = excluded.details,
      masked_account = excluded.masked_account,
      version = payees.version + 1,
      entered_at = excluded.entered_at,
      confirmed_at = null,
      confirmed_by = null,
      confirmed_network_id = null,
      rejected_at = null,
      rejection_reason = null`,
  )

/** @returns whether they were of that version and not confirmed yet */
export async function markConfirmed(
  tx: Queryable,
  accountId: number,
  { version, by, now }: { version: number; by: number | null; now: Date },
): Promise<boolean> {
  const changed = await tx.execute(
    sql`update payees y
    set confirmed_at = ${now},
      confirmed_by = ${by},
      confirmed_network_id = a.network_id,
      rejected_at = null,
      rejection_reason = null
    from accounts a
    where a.id = y.account_id
      and y.account_id = ${accountId}
      and y.version = ${version}
      and y.confirmed_network_id is distinct from a.network_id`,
  )
  return changed > 0
}

/** Confirms what a network has entered itself, for an account that may have left it. */
export const confirmForNetwork = (
  tx: Queryable,
  accountId: number,
  { networkId, by, now }: { networkId: number; by: number; now: Date },
): Promise<number> =>
  tx.execute(
    sql`update payees
    set confirmed_at = ${now},
      confirmed_by = ${by},
      confirmed_network_id = ${networkId}
    where account_id = ${accountId}`,
  )

/** @returns whether they were of that version */
export async function markRejected(
  tx: Queryable,
  accountId: number,
  { version, reason, now }: { version: number; reason: string; now: Date },
): Promise<boolean> {
  const changed = await tx.execute(
    sql`update payees
    set rejected_at = ${now},
      rejection_reason = ${reason},
      confirmed_at = null,
      confirmed_by = null,
      confirmed_network_id = null
    where account_id = ${accountId}
      and version = ${version}`,
  )
  return changed > 0
}

const NicknameRow = z.object({ nickname: z.string() })

export const selectNickname = async (tx: Queryable, accountId: number): Promise<string> =>
  (await queryOne(tx, NicknameRow, sql`select nickname from accounts where id = ${accountId}`)).nickname
