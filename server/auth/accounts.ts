import type { JoinForm } from '#contract/auth.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'
import type { Account, Site } from './sessions.ts'

/** What of an account decides what it may do. */
export type RoleSnapshot = Pick<Account, 'id' | 'networkId' | 'isManager'>

/** A member of a network, or a network of its own. @returns its id; null when the email is taken */
export async function insertAccount(
  db: Queryable,
  site: Pick<Site, 'id'>,
  form: Omit<JoinForm, 'password'> & { passwordHash: string; networkId?: number | null; manager?: boolean },
): Promise<number | null> {
  const [account] = await db.query<{ id: number }>(
    `with next as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, site_id, network_id, email, nickname, password_hash, is_manager)
    overriding system value
    select id, $1, coalesce($2, id), $3, $4, $5, $6
    from next
    on conflict do nothing
    returning id`,
    [site.id, form.networkId ?? null, form.email, form.nickname, form.passwordHash, form.manager ?? false],
  )
  return account?.id ?? null
}

/** Keeps somebody where they are until the transaction ends. @throws {Refusal} when they are not any more */
export async function requireCurrentRole(tx: Queryable, account: RoleSnapshot): Promise<void> {
  const found = await tx.query(
    `select id
    from accounts
    where id = $1
      and network_id = $2
      and is_manager = $3
      and removed_at is null
    for share`,
    [account.id, account.networkId, account.isManager],
  )
  if (found.length === 0) throw new Refusal('unauthenticated')
}

/**
 * The same for whoever changes the account. Not `for update`: what merely refers to it, as the record of changes does,
 * need not wait.
 */
export async function requireCurrentRoleForUpdate(
  tx: Queryable,
  account: RoleSnapshot,
): Promise<{ passwordHash: string }> {
  const [found] = await tx.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash"
    from accounts
    where id = $1
      and network_id = $2
      and is_manager = $3
      and removed_at is null
    for no key update`,
    [account.id, account.networkId, account.isManager],
  )
  if (!found) throw new Refusal('unauthenticated')
  return found
}

/**
 * Takes an account, which the caller has locked, out of use: whatever tells who it was goes, and what it could be used
 * with; the row, fees and the history of assignments stay for the books.
 */
export async function anonymizeAccount(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(
    `update accounts
    set removed_at = $2,
      email = null,
      nickname = null,
      password_hash = null,
      channel_url = null
    where id = $1`,
    [id, now],
  )
  await tx.query('delete from sessions where account_id = $1', [id])
  await tx.query('delete from sign_in_codes where account_id = $1', [id])
  await tx.query('delete from favorites where account_id = $1', [id])
  await tx.query('delete from notice_reads where account_id = $1', [id])
  await tx.query('delete from channel_requests where account_id = $1', [id])
  // In the order in which a deleted channel's are ended, so that the two never wait for each other.
  await tx.query(
    `with live as (
      select registration_id, account_id
      from assignments
      where account_id = $1
        and unassigned_at is null
      order by registration_id
      for update)
    update assignments s
    set unassigned_at = $2
    from live
    where s.registration_id = live.registration_id
      and s.account_id = live.account_id
      and s.unassigned_at is null`,
    [id, now],
  )
}
