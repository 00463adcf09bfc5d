import { login } from '#contract/auth.ts'
import { insertAccount } from '#server/auth/queries.ts'
import type { Queries } from '#server/db/connect.ts'
import { hashPassword } from '#server/passwords.ts'
import { findSite, type Site } from '#server/session.ts'
import type { Api } from './api.ts'

export const password = 'correct horse'
let hash: Promise<string> | undefined

/** A site of its own for a test. */
export async function makeSite(db: Queries, domain = 'example.test', playlist = false): Promise<Site> {
  await db.query('insert into sites (domain, name, is_playist) values ($1, $2, $3)', [
    domain,
    'Example',
    playlist,
  ])
  const site = await findSite(db, domain)
  if (!site) throw new Error('the site was not made')
  return site
}

/** A manager; with `networkId` a member of that network; who is no manager and has none stands alone. */
export async function makeAccount(
  db: Queries,
  site: Site,
  email: string,
  networkId?: number,
  manager = networkId === undefined,
): Promise<number> {
  hash ??= hashPassword(password)
  const id = await insertAccount(db, site, {
    email,
    nickname: email.split('@')[0]?.slice(0, 12) ?? 'someone',
    passwordHash: await hash,
    networkId: networkId ?? null,
    manager,
  })
  if (id === null) throw new Error('the account was not made')
  return id
}

export async function signIn(api: Api, id: string, domain = 'example.test'): Promise<string> {
  return (await api.ask(login, { domain, body: { id, password } })).token
}

/** An approved and verified channel that earns from a day. @returns its registration */
export async function makeChannel(
  db: Queries,
  networkId: number,
  channelId: string,
  { earnsFrom = '2020-01-01', verification = 'verified', approval = 2 } = {},
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, earns_from)
    values ($1, $2, $3, 'people', $4, $5, 'ABCD1234', $6)
    returning registration_id as id`,
    [channelId, networkId, `Channel ${channelId.slice(-4)}`, approval, verification, earnsFrom],
  )
  if (!row) throw new Error('the channel was not made')
  return row.id
}

export const assign = (db: Queries, registrationId: number, accountId: number) =>
  db.query('insert into assignments (registration_id, account_id) values ($1, $2)', [
    registrationId,
    accountId,
  ])
