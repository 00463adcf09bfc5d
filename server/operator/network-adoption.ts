import * as z from 'zod/mini'
import { getSiteLocale } from '#contract/platform/locale.ts'
import { closeCompetitors } from '#server/channels/lifecycle/claims.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { generateVerificationCode } from '#server/platform/auth/secrets.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ReportedChannel } from '#server/reports/ingest/reported-channels.ts'
import { recomputeChannels } from '#server/reports/lists/rollups.ts'
import { type CommandContext, OperatorError } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { createPasswordLink } from './password-link.ts'
import { getChannelCategory } from './youtube-categories.ts'

export interface NetworkOptions {
  domain: string
  name: string
  isPlaylist: boolean
  email: string
  earnsFrom: string
}

export interface AdoptionResult {
  isSiteNew: boolean
  isManagerNew: boolean
  /** With which a new manager sets a password. */
  link: string | null
  registeredCount: number
  existingCount: number
  channelsElsewhere: ReportedChannel[]
  lacksExchangeRate: boolean
}

/** Lists show the latest registration first, so the last by name is registered first. */
const byName = new Intl.Collator('ko')

/** Creates whatever the network lacks and computes its figures, in one transaction. */
export async function adoptNetwork(
  { db, config }: Pick<CommandContext, 'db' | 'config'>,
  network: NetworkOptions,
  channels: readonly ReportedChannel[],
): Promise<AdoptionResult> {
  return db.transaction(async (tx) => {
    const { site, isNew: isSiteNew } = await ensureSite(tx, network)
    const manager = await ensureManager(tx, config, network.email, site)
    if (isSiteNew)
      await tx.execute(sql`update sites set default_network_id = ${manager.id} where id = ${site.id}`)
    const networkByChannel = await selectRegisteredNetworks(tx, manager.id, channels)
    const newChannels = channels
      .filter(({ channelId }) => !networkByChannel.has(channelId))
      .sort((a, b) => byName.compare(b.name, a.name))
    if (newChannels.length > 0) {
      await closeClaims(tx, newChannels)
      await insertChannels(tx, manager.id, network.earnsFrom, newChannels)
      await recomputeChannels(
        tx,
        newChannels.map(({ channelId }) => channelId),
      )
    }
    const channelsElsewhere = channels.filter(
      ({ channelId }) => (networkByChannel.get(channelId) ?? manager.id) !== manager.id,
    )
    const existingCount = channels.length - newChannels.length - channelsElsewhere.length
    if (isSiteNew || manager.link !== null || newChannels.length > 0)
      await recordAuditEntry(
        tx,
        { ...createOperatorActor(site), networkId: manager.id },
        {
          action: 'network adopt',
          subject: { kind: 'account', id: manager.id },
          context: { earns_from: network.earnsFrom },
          ...diffValues(
            {
              site: isSiteNew ? null : site.id,
              manager: manager.link === null ? manager.id : null,
              channels: existingCount,
            },
            { site: site.id, manager: manager.id, channels: existingCount + newChannels.length },
          ),
        },
      )
    return {
      isSiteNew,
      isManagerNew: manager.link !== null,
      link: manager.link,
      registeredCount: newChannels.length,
      existingCount,
      channelsElsewhere,
      lacksExchangeRate: !site.isPlaylist && !(await hasExchangeRates(tx)),
    }
  })
}

async function ensureSite(
  tx: Queryable,
  { domain, name, isPlaylist }: NetworkOptions,
): Promise<{ site: Site; isNew: boolean }> {
  const existing = await findSite(tx, domain)
  if (existing && isPlaylist && !existing.isPlaylist)
    throw new OperatorError(`${domain} already exists and is not a playlist site.`)
  if (existing) return { site: existing, isNew: false }
  await tx.execute(
    sql`insert into sites (domain, name, is_playlist) values (${domain}, ${name}, ${isPlaylist})`,
  )
  const site = await findSite(tx, domain)
  if (!site) throw new Error('The site was not inserted.')
  return { site, isNew: true }
}

const AccountRow = z.object({ id: Id, isManager: z.boolean() })

async function ensureManager(
  tx: Queryable,
  config: Config,
  email: string,
  site: Site,
): Promise<{ id: number; link: string | null }> {
  const [account] = await tx.query(
    AccountRow,
    sql`select id,
      is_manager and network_id = id as "isManager"
    from accounts
    where site_id = ${site.id}
      and email = ${email}
      and removed_at is null`,
  )
  if (account && !account.isManager)
    throw new OperatorError(`${email} already has an account on the site, and it is not a manager.`)
  if (account) return { id: account.id, link: null }
  const nickname = createNickname(email)
  const locale = getSiteLocale(site.isPlaylist)
  const id = await insertAccount(tx, site, { email, nickname, passwordHash: null, manager: true, locale })
  if (id === null) throw new OperatorError(`${email} was taken in the meantime.`)
  return { id, link: await createPasswordLink(tx, config, site, { id, email, locale }, 'invite') }
}

const maxNicknameLength = 12
const minNicknameLength = 2

const createNickname = (email: string) =>
  [...(email.split('@')[0] ?? '')].slice(0, maxNicknameLength).join('').padEnd(minNicknameLength, '_')

const RegisteredChannel = z.object({ channelId: z.string(), networkId: Id })

/** The network's own registrations, and those that exclude others. */
async function selectRegisteredNetworks(
  tx: Queryable,
  networkId: number,
  channels: readonly ReportedChannel[],
): Promise<Map<string, number>> {
  const rows = await tx.query(
    RegisteredChannel,
    sql`select channel_id as "channelId",
      network_id as "networkId"
    from channels
    where channel_id = any(${channels.map(({ channelId }) => channelId)})
      and removed_at is null
      and (network_id = ${networkId} or verification_status = 'verified')
    order by network_id = ${networkId}`,
  )
  return new Map(rows.map(({ channelId, networkId }) => [channelId, networkId]))
}

/** Adopted channels are verified, which wins the claim. */
async function closeClaims(tx: Queryable, channels: readonly ReportedChannel[]): Promise<void> {
  const channelIds = channels.map(({ channelId }) => channelId)
  const claims = await lockRegistrations(tx, sql`channel_id = any(${channelIds})`)
  await closeCompetitors(tx, claims, new Date())
}

async function insertChannels(
  tx: Queryable,
  networkId: number,
  earnsFrom: string,
  channels: readonly ReportedChannel[],
): Promise<void> {
  const rows = channels.map(({ channelId, name, categoryId }, position) => ({
    position,
    channel_id: channelId,
    name,
    category: getChannelCategory(categoryId),
    code: generateVerificationCode(),
  }))
  await tx.execute(
    sql`insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, approved_at, earns_from)
    select channel_id, ${networkId}::integer, name, category, 2, 'verified', code, now(), ${earnsFrom}::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as c (position integer, channel_id text, name text, category text, code text)
    order by position`,
  )
}

const AnyRate = z.object({ exists: z.boolean() })

const hasExchangeRates = async (tx: Queryable): Promise<boolean> =>
  (await queryOne(tx, AnyRate, sql`select exists (select from exchange_rates) as exists`)).exists
