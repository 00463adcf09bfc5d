import { isStaff, type NetworkRole } from '#contract/platform/roles.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { demoContacts } from '#server/demo/data/contacts.ts'
import { getDemoChannelId } from '#server/demo/data/facts.ts'
import { seededLetters } from '#server/demo/data/seeded-random.ts'
import { type DemoSite, demoPassword } from '#server/demo/data/sites.ts'
import { insertAccount, insertNetwork } from '#server/people/credentials/accounts.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { upsertPaymentInfo } from '#server/settlement/payees/payment-info/queries.ts'
import { insertHome } from './home-seed.ts'
import { insertNotices } from './notice-seed.ts'

export async function insertDemoSite(
  tx: Queryable,
  site: DemoSite,
  calendar: string[],
  passwordHash: string,
): Promise<void> {
  const [color, dimColor] = site.colors
  const { id: siteId } = await queryOne(
    tx,
    IdRow,
    sql`insert into sites (domain, name, names, design_id, color_primary, color_primary_dim, is_playlist)
    values (${site.domain}, ${site.name}, ${JSON.stringify(site.names ?? {})}::text::jsonb, ${site.designId}, ${color}, ${dimColor}, ${site.playlist})
    returning id`,
  )
  const { network: name, manager } = site
  const networkId = await insertNetwork(tx, { id: siteId }, { name, email: manager.email })
  await tx.execute(sql`update sites set default_network_id = ${networkId} where id = ${siteId}`)
  const demoSite = { ...site, id: siteId }
  await insertDemoAccount(tx, demoSite, site.manager, passwordHash, {
    networkId,
    roles: ['owner', 'manager'],
  })
  const members = new Map<string, number>()
  for (const member of site.members) {
    const id = await insertDemoAccount(tx, demoSite, member, passwordHash, { networkId, roles: ['member'] })
    members.set(member.email, id)
    for (const { permille, daysAgo } of member.feeRates) {
      await tx.execute(
        sql`insert into fee_rates (account_id, from_day, permille)
        values (${id}, ${addDays(calendar.at(-1) ?? '', -daysAgo)}, ${permille})`,
      )
    }
  }
  for (const channel of site.channels) await insertChannel(tx, site, networkId, channel, members, calendar)
  // Backdated: notices count as unread only if they are newer than the account.
  await tx.execute(
    sql`update accounts set created_at = ${`${calendar.at(0)}T01:00:00Z`} where site_id = ${siteId}`,
  )
  await insertNotices(tx, siteId, calendar.at(-1) ?? '')
  await insertHome(tx, siteId, site.domain)
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
  const isApproved = channel.approval === 2
  // A few days pass until the approval, not the same for all.
  const registeredOn = addDays(calendar.at(0) ?? '', isApproved ? -2 - (channel.name.length % 4) : 0)
  const code = seededLetters(8, site.domain, channel.name, 'code').toUpperCase()
  const { id: registrationId } = await queryOne(
    tx,
    IdRow,
    sql`insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_failure, verification_code, registered_at, approved_at, held_at, earns_from)
    values (${getDemoChannelId(site.domain, channel.name)}, ${networkId}, ${channel.name}, ${channel.category},
      ${channel.approval}, ${channel.verification}, ${channel.verificationFailure ?? null}, ${code}, ${`${registeredOn}T01:00:00Z`}, ${isApproved ? first : null},
      ${channel.approval === 1 ? `${calendar.at(-1)}T01:00:00Z` : null}, ${isApproved ? (calendar.at(0) ?? null) : null})
    returning registration_id as id`,
  )
  for (const email of channel.memberEmails) {
    await tx.execute(
      sql`insert into assignments (registration_id, account_id, assigned_at, from_day)
      values (${registrationId}, ${members.get(email) ?? null}, ${first}, ${getPacificDay(new Date(first))})`,
    )
  }
}

async function insertDemoAccount(
  tx: Queryable,
  site: { id: number; name: string; domain: string },
  { email, nickname }: { email: string; nickname: string },
  passwordHash: string,
  position: { networkId: number; roles: NetworkRole[] },
): Promise<number> {
  const choice = { email, nickname, password: demoPassword, hasRole: isStaff(position), field: 'password' }
  const checked = await checkNewPassword({ ...site, hasStrongPasswords: false }, choice)
  const form = {
    email,
    nickname,
    // All have the same, and so does its hash.
    passwordHash: await hashPassword({ hash: async () => passwordHash }, checked),
    ...position,
  }
  const id = await insertAccount(tx, { id: site.id }, form)
  if (id === null) throw new Error(`Two demo accounts share the email ${email}.`)
  await tx.execute(sql`update accounts set email_confirmed_at = created_at where id = ${id}`)
  return id
}
