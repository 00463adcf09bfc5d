import * as z from 'zod/mini'
import { getSiteLocale } from '#contract/platform/locale.ts'
import { closeCompetitors } from '#server/channels/lifecycle/claims.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { insertAccount, insertNetwork } from '#server/people/credentials/accounts.ts'
import { createPasswordLink } from '#server/people/password-link.ts'
import { findAccount, selectNetworksCalled } from '#server/people/queries.ts'
import { type AuditChange, diffValues } from '#server/platform/auth/audit.ts'
import { generateVerificationCode } from '#server/platform/auth/secrets.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import { OperatorError } from '#server/platform/command-line/command.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ReportedChannel } from '#server/reports/ingest/reported-channels.ts'
import { recomputeChannels } from '#server/reports/lists/rollups.ts'
import { getChannelCategory } from './channel-categories.ts'

export interface NetworkOptions {
  domain: string
  name: string
  isPlaylist: boolean
  email: string
  earnsFrom: string
}

export interface Adoption {
  site: Site
  networkId: number
  isSiteNew: boolean
  /** A new owner sets a password with it; null if the network already existed. */
  link: string | null
  registeredCount: number
  existingCount: number
  /** Existing ones that earn from another day than the given one, which stays. */
  otherDays: { id: number; earnsFrom: string }[]
  channelsElsewhere: ReportedChannel[]
  change: AuditChange & { hasChanged: boolean }
}

const collator = new Intl.Collator('ko')

/** Lists show the latest registration first, so the last by name is registered first. */
export const sortForLists = <Channel extends ReportedChannel>(channels: readonly Channel[]): Channel[] =>
  channels.toSorted((a, b) => collator.compare(b.name, a.name))

/** Creates whatever the network lacks and computes its figures. */
export async function adoptNetwork(
  tx: Queryable,
  config: Config,
  network: NetworkOptions,
  channels: readonly ReportedChannel[],
): Promise<Adoption> {
  const { site, isSiteNew } = await ensureSite(tx, network)
  const { networkId, link } = await ensureNetwork(tx, config, network.email, site)
  if (isSiteNew)
    await tx.execute(sql`update sites set default_network_id = ${networkId} where id = ${site.id}`)
  const networks = await selectRegisteredNetworks(tx, networkId, channels)
  const newChannels = sortForLists(channels.filter(({ channelId }) => !networks.has(channelId)))
  const { earnsFrom } = network
  await registerChannels(
    tx,
    networkId,
    newChannels.map((channel) => ({ ...channel, earnsFrom })),
  )
  const channelsElsewhere = channels.filter(
    ({ channelId }) => (networks.get(channelId) ?? networkId) !== networkId,
  )
  const registeredCount = newChannels.length
  const existingCount = channels.length - registeredCount - channelsElsewhere.length
  const before = {
    site: isSiteNew ? null : site.id,
    network: link === null ? networkId : null,
    channels: existingCount,
  }
  const after = { site: site.id, network: networkId, channels: existingCount + registeredCount }
  const change = diffValues(before, after)
  const otherDays = await selectOtherDays(tx, networkId, earnsFrom, channels)
  return {
    site,
    networkId,
    isSiteNew,
    link,
    registeredCount,
    existingCount,
    otherDays,
    channelsElsewhere,
    change,
  }
}

export async function ensureSite(
  tx: Queryable,
  { domain, name, isPlaylist }: Pick<NetworkOptions, 'domain' | 'name' | 'isPlaylist'>,
): Promise<{ site: Site; isSiteNew: boolean }> {
  const existing = await findSite(tx, domain)
  if (existing && isPlaylist && !existing.isPlaylist)
    throw new OperatorError(`${domain} already exists and is not a playlist site.`)
  if (existing) return { site: existing, isSiteNew: false }
  await tx.execute(
    sql`insert into sites (domain, name, is_playlist) values (${domain}, ${name}, ${isPlaylist})`,
  )
  const site = await findSite(tx, domain)
  if (!site) throw new Error('The site was not inserted.')
  return { site, isSiteNew: true }
}

/** With its owner, who also manages it. `link`: see `Adoption`. */
export async function ensureNetwork(
  tx: Queryable,
  config: Config,
  email: string,
  site: Site,
): Promise<{ networkId: number; link: string | null }> {
  const [network] = await selectNetworksCalled(tx, site.id, email)
  if (network) return { networkId: network.id, link: null }
  if (await findAccount(tx, site.id, email))
    throw new OperatorError(`${email} already has an account on the site, and runs no network.`)
  const locale = getSiteLocale(site.isPlaylist)
  const nickname = createNickname(email)
  const networkId = await insertNetwork(tx, site, { name: nickname, email, locale })
  const form = {
    email,
    nickname,
    passwordHash: null,
    networkId,
    roles: ['owner', 'manager'] as const,
    locale,
  }
  const id = await insertAccount(tx, site, form)
  if (id === null) throw new OperatorError(`${email} was taken in the meantime.`)
  return { networkId, link: await createPasswordLink(tx, config, site, { id, email, locale }, 'invite') }
}

const maxNicknameLength = 12
const minNicknameLength = 2

/** Until the person chooses another one. */
export const createNickname = (email: string) =>
  [...(email.split('@')[0] ?? '')].slice(0, maxNicknameLength).join('').padEnd(minNicknameLength, '_')

const RegisteredChannel = z.object({ channelId: z.string(), networkId: Id })

/** The network's own registrations, and those that exclude others. */
export async function selectRegisteredNetworks(
  tx: Queryable,
  networkId: number,
  channels: readonly Pick<ReportedChannel, 'channelId'>[],
): Promise<Map<string, number>> {
  const rows = await tx.query(
    RegisteredChannel,
    sql`select channel_id as "channelId", network_id as "networkId"
    from channels
    where channel_id = any(${channels.map(({ channelId }) => channelId)})
      and removed_at is null
      and (network_id = ${networkId} or verification_status = 'verified')
    order by network_id = ${networkId}`,
  )
  return new Map(rows.map((row) => [row.channelId, row.networkId]))
}

const EarningChannel = z.object({ id: Id, earnsFrom: Day })

const selectOtherDays = (
  tx: Queryable,
  networkId: number,
  earnsFrom: string,
  channels: readonly ReportedChannel[],
) =>
  tx.query(
    EarningChannel,
    sql`select registration_id as id, earns_from as "earnsFrom"
    from channels
    where channel_id = any(${channels.map(({ channelId }) => channelId)})
      and removed_at is null
      and network_id = ${networkId}
      and earns_from <> ${earnsFrom}
    order by registration_id`,
  )

export interface AdoptedChannel extends ReportedChannel {
  earnsFrom: string
}

/** Approved and verified, which wins the claim. In this order; lists show the last one first. */
export async function registerChannels(
  tx: Queryable,
  networkId: number,
  channels: readonly AdoptedChannel[],
): Promise<void> {
  if (channels.length === 0) return
  const channelIds = channels.map(({ channelId }) => channelId)
  const claims = await lockRegistrations(tx, sql`channel_id = any(${channelIds})`)
  await closeCompetitors(tx, claims, new Date())
  const rows = channels.map(({ channelId, name, categoryId, earnsFrom }, position) => ({
    position,
    earns_from: earnsFrom,
    channel_id: channelId,
    name,
    category: getChannelCategory(categoryId),
    code: generateVerificationCode(),
  }))
  await tx.execute(
    sql`insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, approved_at, earns_from)
    select channel_id, ${networkId}::integer, name, category, 2, 'verified', code, now(), earns_from
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as c (position integer, channel_id text, name text, category text, code text,
        earns_from date)
    order by position`,
  )
  await recomputeChannels(tx, channelIds)
}
