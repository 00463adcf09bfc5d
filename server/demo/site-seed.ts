import { insertAccount } from '#server/auth/accounts.ts'
import type { Queryable } from '#server/db/database.ts'
import { addDays } from '#server/figures/periods.ts'
import { upsertPaymentInfo } from '#server/payment-info/queries.ts'
import { demoContacts } from './contacts.ts'
import { getDemoChannelId } from './facts.ts'
import { insertNotices } from './notice-seed.ts'
import { seededLetters } from './seeded-random.ts'
import type { DemoSite } from './sites.ts'

/** A site with its manager, members, channels, notices and contacts. */
export async function insertDemoSite(
  tx: Queryable,
  site: DemoSite,
  calendar: string[],
  passwordHash: string,
): Promise<void> {
  const siteId = await insertReturningId(
    tx,
    `insert into sites (domain, name, design_id, color_primary, color_primary_dim, is_playlist)
    values ($1, $2, $3, $4, $5, $6)
    returning id`,
    [site.domain, site.name, site.designId, ...site.colors, site.playlist],
  )
  const managerId = await insertDemoAccount(tx, siteId, site.manager, passwordHash)
  await tx.query('update sites set default_network_id = $2 where id = $1', [siteId, managerId])
  const members = new Map<string, number>()
  for (const member of site.members) {
    const id = await insertDemoAccount(tx, siteId, member, passwordHash, managerId)
    members.set(member.email, id)
    for (const { permille, daysAgo } of member.feeRates) {
      await tx.query('insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
        id,
        addDays(calendar.at(-1) ?? '', -daysAgo),
        permille,
      ])
    }
  }
  for (const channel of site.channels) await insertChannel(tx, site, managerId, channel, members, calendar)
  // They have been here as long as there are figures: what was published since is new to them.
  await tx.query('update accounts set created_at = $2 where site_id = $1', [
    siteId,
    `${calendar.at(0)}T01:00:00Z`,
  ])
  await insertNotices(tx, siteId, calendar.at(-1) ?? '')
  const contacts = demoContacts[site.domain]
  if (contacts) await upsertPaymentInfo(tx, siteId, contacts)
}

async function insertChannel(
  tx: Queryable,
  site: DemoSite,
  networkId: number,
  channel: DemoSite['channels'][number],
  members: Map<string, number>,
  calendar: string[],
): Promise<void> {
  const first = `${calendar.at(0)}T01:00:00Z`
  const approved = channel.approval === 2
  const registrationId = await insertReturningId(
    tx,
    `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, registered_at, approved_at, held_at, earns_from)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning registration_id as id`,
    [
      getDemoChannelId(site.domain, channel.name),
      networkId,
      channel.name,
      channel.category,
      channel.approval,
      channel.verification,
      seededLetters(8, site.domain, channel.name, 'code').toUpperCase(),
      first,
      approved ? first : null,
      channel.approval === 1 ? `${calendar.at(-1)}T01:00:00Z` : null,
      approved ? calendar.at(0) : null,
    ],
  )
  for (const email of channel.memberEmails) {
    await tx.query('insert into assignments (registration_id, account_id, assigned_at) values ($1, $2, $3)', [
      registrationId,
      members.get(email),
      first,
    ])
  }
}

/** A manager when there is no network to belong to. */
async function insertDemoAccount(
  tx: Queryable,
  siteId: number,
  { email, nickname }: { email: string; nickname: string },
  passwordHash: string,
  networkId?: number,
): Promise<number> {
  const form = {
    email,
    nickname,
    passwordHash,
    networkId: networkId ?? null,
    manager: networkId === undefined,
  }
  const id = await insertAccount(tx, { id: siteId }, form)
  if (id === null) throw new Error(`The demonstration has two accounts of ${email}.`)
  return id
}

async function insertReturningId(tx: Queryable, text: string, values: unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(text, values)
  if (!row) throw new Error('A row of the demonstration was not inserted.')
  return row.id
}
