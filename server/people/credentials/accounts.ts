import type { JoinForm } from '#contract/people/auth.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { NetworkRole } from '#contract/platform/roles.ts'
import { insertDefaultFee } from '#server/people/fees/queries.ts'
import { revokeInstallationRoles } from '#server/platform/auth/installation.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { deleteLinks } from './linked-sign-ins/queries.ts'
import { type PasswordHash, writePassword } from './password-hash.ts'
import { deleteFactors } from './second-factors.ts'

interface NewAccount extends Omit<JoinForm, 'password'> {
  /** Null until an invited person sets a password. */
  passwordHash: PasswordHash | null
  /** Null: an independent account. */
  networkId?: number | null
  /** In the network. */
  roles?: readonly NetworkRole[]
  locale?: Locale
  isSelfRegistered?: boolean
  awaitsApproval?: boolean
}

/** Members start with the network's default fee. @returns its id; null when the email is taken */
export async function insertAccount(
  db: Queryable,
  site: Pick<Site, 'id'>,
  { networkId = null, roles = ['member'], ...form }: NewAccount,
): Promise<number | null> {
  const [account] = await db.query(
    IdRow,
    sql`with next as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, site_id, network_id, roles, email, nickname, locale, is_self_registered, awaits_approval)
    overriding system value
    select id, ${site.id}, coalesce(${networkId}::integer, id), ${networkId === null ? [] : roles}::text[], ${form.email},
      ${form.nickname}, ${form.locale ?? 'ko'}, ${form.isSelfRegistered ?? false}, ${form.awaitsApproval ?? false}
    from next
    on conflict do nothing
    returning id`,
  )
  if (!account) return null
  if (form.passwordHash) await writePassword(db, account.id, form.passwordHash)
  if (networkId !== null && roles.includes('member')) await insertDefaultFee(db, account.id)
  return account.id
}

export interface NewNetwork {
  name: string
  /** Its contact. */
  email: string
  locale?: Locale | undefined
}

/** @returns the id of its account */
export async function insertNetwork(
  db: Queryable,
  site: Pick<Site, 'id'>,
  { name, email, locale = 'ko' }: NewNetwork,
): Promise<number> {
  const { id } = await queryOne(
    db,
    IdRow,
    sql`with next as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, kind, site_id, network_id, email, nickname, locale)
    overriding system value
    select id, 'network', ${site.id}, id, ${email}, ${name}, ${locale}
    from next
    returning id`,
  )
  return id
}

/** A confirmed payout account of an account that is gone stays as long as something is owed to it. */
export async function deletePayee(tx: Queryable, id: number): Promise<void> {
  await tx.execute(
    sql`delete from payees y
    using payee_states s, accounts a
    where s.account_id = y.account_id
      and a.id = y.account_id
      and a.removed_at is not null
      and y.account_id = ${id}
      and not (s.state = 'confirmed' and (
        exists (
          select
          from payout_states o
          where o.account_id = y.account_id
            and o.outstanding_amount > 0)
        or 0 < (
          select coalesce(sum(e.amount), 0)
          from ledger_entries e
          where e.account_id = y.account_id)))`,
  )
  await deleteOldTaxIds(tx, id)
}

/**
 * Deletes the tax numbers of people who are gone, without a payout account, and without tax that was withheld or paid in this
 * year or the one before: such tax is still filed. `id`: only of this account.
 */
export const deleteOldTaxIds = (tx: Queryable, id: number | null = null): Promise<number> =>
  tx.execute(
    sql`delete from payee_tax_ids t
    using accounts a
    where a.id = t.account_id
      and a.removed_at is not null
      and (${id}::integer is null or a.id = ${id}::integer)
      and not exists (select from payees y where y.account_id = t.account_id)
      and not exists (
        select
        from ledger_entries e
        where e.account_id = t.account_id
          and (e.kind = 'withholding'
            or e.kind = 'payment'
            and exists (select from ledger_entries w where w.account_id = t.account_id and w.kind = 'withholding'))
          and e.created_at >= date_trunc('year', now()) - interval '1 year')`,
  )

/** Soft delete of a locked account: erases personal data and credentials; the rest stays for accounting. @returns the registrations that were assigned to it */
export async function anonymizeAccount(tx: Queryable, id: number, now: Date): Promise<number[]> {
  await tx.execute(
    sql`update accounts
    set removed_at = ${now},
      email = null,
      nickname = null,
      password_hash = null,
      password_rules = null,
      channel_url = null
    where id = ${id}`,
  )
  // Those of people who look as this person end with an entry in the audit log: `endLostImpersonations`.
  await tx.execute(sql`delete from sessions where account_id = ${id} and impersonator_id is null`)
  await tx.execute(sql`delete from sign_in_codes where account_id = ${id}`)
  await tx.execute(sql`delete from email_links where account_id = ${id}`)
  await tx.execute(sql`delete from known_devices where account_id = ${id}`)
  await tx.execute(sql`delete from mails where account_id = ${id}`)
  await revokeInstallationRoles(tx, id)
  await deleteFactors(tx, id)
  await deleteLinks(tx, id)
  await deletePayee(tx, id)
  await tx.execute(sql`delete from favorites where account_id = ${id}`)
  await tx.execute(sql`delete from month_targets where account_id = ${id}`)
  await tx.execute(sql`delete from notice_reads where account_id = ${id}`)
  await tx.execute(sql`delete from saved_views where account_id = ${id}`)
  await tx.execute(sql`delete from shared_reports where account_id = ${id}`)
  await tx.execute(sql`delete from channel_requests where account_id = ${id}`)
  await tx.execute(sql`delete from channel_tags where account_id = ${id}`)
  // Those of statements are records of a dispute about money, and stay with them.
  await tx.execute(sql`delete from questions where asked_by = ${id} and kind <> 'statement'`)
  // Same lock order as channel removal, to prevent deadlocks.
  const unassigned = await tx.query(
    IdRow,
    sql`with live as (
      select registration_id, account_id
      from assignments
      where account_id = ${id}
        and unassigned_at is null
      order by registration_id
      for update)
    update assignments s
    set unassigned_at = ${now},
      until_day = greatest(s.from_day, ${getPacificDay(now)}::date)
    from live
    where s.registration_id = live.registration_id
      and s.account_id = live.account_id
      and s.unassigned_at is null
    returning s.registration_id as id`,
  )
  return unassigned.map(({ id: registrationId }) => registrationId).sort((a, b) => a - b)
}
