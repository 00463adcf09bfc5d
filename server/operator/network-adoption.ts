import { recordAuditEntry } from '#server/audit.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { generateVerificationCode } from '#server/auth/secrets.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { recomputeChannels } from '#server/figures/rollups.ts'
import type { ReportedChannel } from '#server/ingest/reported-channels.ts'
import { findSite, type Site } from '#server/sites.ts'
import { createOperatorActor } from './arguments.ts'
import { OperatorError } from './command.ts'
import { getChannelCategory } from './youtube-categories.ts'

export interface NetworkOptions {
  domain: string
  name: string
  playlist: boolean
  email: string
  password: string
  isPasswordGenerated: boolean
  earnsFrom: string
}

export interface AdoptionResult {
  isSiteNew: boolean
  isManagerNew: boolean
  registeredCount: number
  /** Channels that the network had before. */
  existingCount: number
  /** Channels that another network has. */
  channelsElsewhere: ReportedChannel[]
  /** A Korean site, and no rate to show won with. */
  lacksExchangeRate: boolean
}

/** Makes what is missing of a network and its channels, all of it or nothing, and counts their figures. */
export async function adoptNetwork(
  db: Database,
  network: NetworkOptions,
  channels: readonly ReportedChannel[],
): Promise<AdoptionResult> {
  const passwordHash = await hashPassword(network.password)
  return db.transaction(async (tx) => {
    const { site, isNew: isSiteNew } = await ensureSite(tx, network)
    const manager = await ensureManager(tx, network.email, site, passwordHash)
    if (isSiteNew) {
      await tx.query('update sites set default_network_id = $2 where id = $1', [site.id, manager.id])
    }
    const networkByChannel = await selectRegisteredNetworks(tx, channels)
    const newChannels = channels.filter(({ channelId }) => !networkByChannel.has(channelId))
    await insertChannels(tx, manager.id, network.earnsFrom, newChannels)
    if (newChannels.length > 0)
      await recomputeChannels(
        tx,
        newChannels.map(({ channelId }) => channelId),
      )
    if (isSiteNew || manager.isNew || newChannels.length > 0)
      await recordAuditEntry(
        tx,
        { ...createOperatorActor(site), networkId: manager.id },
        {
          action: 'network adopt',
          subject: { kind: 'account', id: manager.id },
          detail: {
            site_made: isSiteNew,
            manager_made: manager.isNew,
            registered: newChannels.length,
            from: network.earnsFrom,
          },
        },
      )
    const channelsElsewhere = channels.filter(
      ({ channelId }) => (networkByChannel.get(channelId) ?? manager.id) !== manager.id,
    )
    return {
      isSiteNew: isSiteNew,
      isManagerNew: manager.isNew,
      registeredCount: newChannels.length,
      existingCount: channels.length - newChannels.length - channelsElsewhere.length,
      channelsElsewhere,
      lacksExchangeRate: !site.isPlaylist && !(await hasExchangeRates(tx)),
    }
  })
}

async function ensureSite(
  tx: Queryable,
  { domain, name, playlist }: NetworkOptions,
): Promise<{ site: Site; isNew: boolean }> {
  const found = await findSite(tx, domain)
  if (found && playlist && !found.isPlaylist) {
    throw new OperatorError(`${domain} already exists and is not a playlist site.`)
  }
  if (found) return { site: found, isNew: false }
  await tx.query('insert into sites (domain, name, is_playlist) values ($1, $2, $3)', [
    domain,
    name,
    playlist,
  ])
  const site = await findSite(tx, domain)
  if (!site) throw new Error('The site was not made.')
  return { site, isNew: true }
}

async function ensureManager(
  tx: Queryable,
  email: string,
  site: Site,
  passwordHash: string,
): Promise<{ id: number; isNew: boolean }> {
  const [account] = await tx.query<{ id: number; isManager: boolean }>(
    `select id,
      is_manager and network_id = id as "isManager"
    from accounts
    where site_id = $1
      and lower(email) = lower($2)
      and removed_at is null`,
    [site.id, email],
  )
  if (account && !account.isManager)
    throw new OperatorError(`${email} already has an account there that is not a manager's.`)
  if (account) return { id: account.id, isNew: false }
  const nickname = createNickname(email)
  const id = await insertAccount(tx, site, { email, nickname, passwordHash, manager: true })
  if (id === null) throw new OperatorError(`${email} was taken in the meantime.`)
  return { id, isNew: true }
}

/** What stands before the @, at the length that a nickname has. */
const createNickname = (email: string) =>
  [...(email.split('@')[0] ?? '')].slice(0, 12).join('').padEnd(2, '_')

/** The channels that are registered, with the network that has them. */
async function selectRegisteredNetworks(
  tx: Queryable,
  channels: readonly ReportedChannel[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ channelId: string; networkId: number }>(
    `select channel_id as "channelId",
      network_id as "networkId"
    from channels
    where channel_id = any($1)
      and removed_at is null`,
    [channels.map(({ channelId }) => channelId)],
  )
  return new Map(rows.map(({ channelId, networkId }) => [channelId, networkId]))
}

async function insertChannels(
  tx: Queryable,
  networkId: number,
  from: string,
  channels: readonly ReportedChannel[],
): Promise<void> {
  const rows = channels.map(({ channelId, name, categoryId }) => ({
    channel_id: channelId,
    name,
    category: getChannelCategory(categoryId),
    code: generateVerificationCode(),
  }))
  await tx.query(
    `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, approved_at, earns_from)
    select channel_id, $1, name, category, 2, 'verified', code, now(), $2
    from jsonb_to_recordset($3::text::jsonb) as c (channel_id text, name text, category text, code text)`,
    [networkId, from, JSON.stringify(rows)],
  )
}

async function hasExchangeRates(tx: Queryable): Promise<boolean> {
  return (await tx.query('select day from exchange_rates limit 1')).length > 0
}
