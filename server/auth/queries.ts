import type { JoinForm } from '#contract/auth.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Account, Site } from '#server/session.ts'

/** The account of an email in small letters. */
export async function selectLogin(
  db: Queries,
  site: Site,
  email: string,
): Promise<{ id: number; passwordHash: string } | null> {
  const [account] = await db.query<{ id: number; passwordHash: string }>(
    `select id, password_hash as "passwordHash"
    from accounts
    where site_id = $1
      and lower(email) = $2
      and removed_at is null`,
    [site.id, email],
  )
  return account ?? null
}

/** A member of the site's default network, or a network of its own. @returns its id; null when the email is taken */
export async function insertAccount(
  db: Queries,
  site: Pick<Site, 'id'>,
  form: Omit<JoinForm, 'password'> & { passwordHash: string; networkId?: number | null; manager?: boolean },
): Promise<number | null> {
  const [account] = await db.query<{ id: number }>(
    `with next as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, site_id, network_id, email, nickname, password_hash, permission_flag)
    overriding system value
    select id, $1, coalesce($2, id), $3, $4, $5, $6
    from next
    on conflict do nothing
    returning id`,
    [site.id, form.networkId ?? null, form.email, form.nickname, form.passwordHash, form.manager ? 1 : 0],
  )
  return account?.id ?? null
}

/** Whether the person has a registered channel that is to be verified; a rejected one cannot be. */
export async function selectVerifyNeeded(db: Queries, account: Account): Promise<boolean> {
  const [row] = await db.query<{ needed: boolean }>(
    `select exists (
      select
      from channels c
      where c.network_id = $1
        and c.removed_at is null
        and c.verification_status <> 'verified'
        and c.approval_status <> 3
        and ($2 = 1 or exists (
          select
          from assignments s
          where s.registration_id = c.registration_id
            and s.account_id = $3
            and s.unassigned_at is null))
    ) as needed`,
    [account.networkId, account.permissionFlag, account.id],
  )
  return row?.needed ?? false
}
