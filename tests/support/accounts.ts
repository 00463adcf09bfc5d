import * as z from 'zod/mini'
import { Email, login } from '#contract/people/auth.ts'
import type { NetworkRole } from '#contract/platform/roles.ts'
import { insertAccount, insertNetwork } from '#server/people/credentials/accounts.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Api } from './api.ts'
import { cheapHasher } from './passwords.ts'
import { queryRaw } from './raw-sql.ts'
import { requireToken } from './require-token.ts'

export const password = 'correct horse'
let passwordHash: Promise<string> | undefined

/** Creates a site for one test. */
export async function createSite(db: Queryable, domain = 'example.test', isPlaylist = false): Promise<Site> {
  await queryRaw(db, 'insert into sites (domain, name, is_playlist) values ($1, $2, $3)', [
    domain,
    'Example',
    isPlaylist,
  ])
  const site = await findSite(db, domain)
  if (!site) throw new Error('the site was not made')
  return site
}

/**
 * Creates a network with its owner, and returns its id; or with `networkId` a member of that network, or an independent
 * account.
 */
export async function createAccount(
  db: Queryable,
  site: Site,
  email: string,
  networkId?: number,
  isManager = networkId === undefined,
): Promise<number> {
  if (!isManager) return insertPerson(db, site, email, networkId ?? null, ['member'])
  const name = getNickname(email)
  const created = await insertNetwork(db, site, { name, email: z.parse(Email, email) })
  await insertPerson(db, site, email, created, ['owner', 'manager'])
  return created
}

/** Creates somebody who runs a network. @returns the id of the person */
export const createStaff = (
  db: Queryable,
  site: Site,
  email: string,
  networkId: number,
  roles: readonly NetworkRole[],
): Promise<number> => insertPerson(db, site, email, networkId, roles)

const getNickname = (email: string) => email.split('@')[0]?.slice(0, 12) ?? 'someone'

async function insertPerson(
  db: Queryable,
  site: Site,
  email: string,
  networkId: number | null,
  roles: readonly NetworkRole[],
): Promise<number> {
  passwordHash ??= cheapHasher.hash(password)
  const form = { email: z.parse(Email, email), nickname: getNickname(email), passwordHash: null }
  const id = await insertAccount(db, site, { ...form, networkId, roles })
  if (id === null) throw new Error('the account was not made')
  await setPasswordHash(db, id, await passwordHash)
  return id
}

/** The person who signs in with this address. */
export async function findPerson(db: Queryable, email: string, domain = 'example.test'): Promise<number> {
  const [account] = await queryRaw<{ id: number }>(
    db,
    `select a.id
    from accounts a
    join sites s on s.id = a.site_id
    where s.domain = $1
      and a.email = $2
      and a.kind = 'person'
      and a.removed_at is null`,
    [domain, z.parse(Email, email)],
  )
  if (!account) throw new Error(`There is no account ${email}.`)
  return account.id
}

/** As if it met the rules of managers, so that the operator can promote everybody. */
export const setPasswordHash = (db: Queryable, id: number, passwordHash: string) =>
  queryRaw(db, `update accounts set password_hash = $1, password_rules = 'strong' where id = $2`, [
    passwordHash,
    id,
  ])

/** Starts a session without the login call, which only tests of the login make. @returns its token */
export async function signIn({ db, clock }: Api, email: string, domain = 'example.test'): Promise<string> {
  return (await createSession(db, await findPerson(db, email, domain), clock.now)).token
}

export const signInByPassword = async (api: Api, email: string, domain = 'example.test'): Promise<string> =>
  requireToken(await api.call(login, { domain, body: { id: email, password } }))

/** Creates an approved and verified channel that earns from a day on. @returns its registration */
export async function createChannel(
  db: Queryable,
  networkId: number,
  channelId: string,
  { earnsFrom = '2020-01-01', verification = 'verified', approval = 2 } = {},
): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(
    db,
    `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, earns_from)
    values ($1, $2, $3, 'people', $4, $5, 'ABCD1234', $6)
    returning registration_id as id`,
    [channelId, networkId, `Channel ${channelId.slice(-4)}`, approval, verification, earnsFrom],
  )
  if (!row) throw new Error('the channel was not made')
  return row.id
}

export const insertAssignment = (db: Queryable, registrationId: number, accountId: number) =>
  queryRaw(db, 'insert into assignments (registration_id, account_id) values ($1, $2)', [
    registrationId,
    accountId,
  ])

/** Dumps everything that a refused call must not change: all data about people except counts of their attempts. */
export async function snapshotAccounts(db: Queryable): Promise<unknown> {
  const tables = await Promise.all([
    queryRaw(db, 'select * from accounts order by id'),
    queryRaw(db, 'select id, account_id from sessions order by id'),
    queryRaw(db, 'select * from fee_rates order by account_id, from_day'),
    queryRaw(db, 'select * from month_targets order by account_id, currency, month, is_onward'),
    queryRaw(db, 'select * from assignments order by registration_id, account_id, assigned_at, from_day'),
    queryRaw(db, 'select registration_id, network_id, removed_at from channels order by registration_id'),
    queryRaw(db, 'select * from channel_requests order by id'),
    queryRaw(db, 'select * from channel_tags order by id'),
    queryRaw(db, 'select * from tagged_channels order by account_id, tag_id, registration_id'),
    queryRaw(db, 'select id, default_network_id from sites order by id'),
    queryRaw(db, 'select id from audit_log order by id'),
  ])
  return tables
}

/** Lists the audit log in short form, oldest first. */
export const listAuditEntries = (db: Queryable) =>
  queryRaw<{ action: string; actor: number | null; subject: string | null; detail: object }>(
    db,
    `select action,
      actor_id as actor,
      subject || ' ' || subject_id as subject,
      detail
    from audit_log
    order by id`,
  )
