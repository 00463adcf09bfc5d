import * as z from 'zod/mini'
import { getSiteLocale } from '#contract/platform/locale.ts'
import {
  createNickname,
  ensureNetwork,
  ensureSite,
  registerChannels,
  selectRegisteredNetworks,
  sortForLists,
} from '#server/channels/network-adoption.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { insertAccount } from '#server/people/credentials/accounts.ts'
import { mailInvitation } from '#server/people/credentials/email-links.ts'
import { decideFees, writeFees } from '#server/people/fees/changes.ts'
import type { FeeChange } from '#server/people/fees/plan.ts'
import { lockMembers } from '#server/people/fees/queries.ts'
import { findAccount } from '#server/people/queries.ts'
import { type Actor, hidden, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { isNetworkCalled } from '#server/platform/auth/networks.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { LineError } from '#server/platform/files/csv-table.ts'
import { type LineProblem, toLineError } from '#server/platform/files/line-problems.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import type { ReportedChannel } from '#server/reports/ingest/reported-channels.ts'
import { planShareFile, writeShareFile } from '#server/settlement/payout-shares/share-file.ts'
import type { AdoptionFile, AdoptionLine } from './list-file.ts'
import { type Made, recordAdoption, selectFeesBefore, selectSharesBefore } from './record.ts'

const action = 'network adopt'

interface Brand {
  site: Site
  networkId: number
  /** Of the network. */
  name: string
  isSiteNew: boolean
  isNetworkNew: boolean
  /** A new owner sets a password with it. */
  link: string | null
}

/** What became of the lines of a network: what was made, and what was left as it was. */
export interface AdoptedBrand extends Brand {
  registered: number[]
  /** `wanted`: the day of the file, if it is another one. */
  existing: { id: number; earnsFrom: string | null; wanted: string | undefined }[]
  createdMembers: string[]
  existingMembers: string[]
  invited: number
  fees: (FeeChange & { email: string })[]
  sameFees: number
  /** Lines that assigned a channel or set a share. */
  changedLines: number
  sameLines: number
}

export interface ListAdoption {
  brands: AdoptedBrand[]
  errors: LineError[]
  /** Names the adoption for its undoing; null if it made nothing. */
  id: number | null
  /** Days before it are closed, so that fees, assignments and shares begin on it. Null: none of the file's are. */
  firstOpenDay: string | null
}

interface Options {
  channels: readonly ReportedChannel[]
  invite: boolean
  checkOnly: boolean
  now: Date
}

/** Carries the outcome out of a transaction that must leave nothing. */
class RolledBack extends Error {
  readonly outcome: ListAdoption
  constructor(outcome: ListAdoption) {
    super('rolled back')
    this.outcome = outcome
  }
}

/**
 * Does all that the lines say, in one transaction, or nothing if one of them is wrong or with `checkOnly`: so a check finds what
 * the adoption itself would. Callers must refresh the lists afterward.
 */
export async function adoptList(
  db: Database,
  config: Config,
  file: AdoptionFile,
  options: Options,
): Promise<ListAdoption> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await applyLines(tx, config, file, options)
      if (options.checkOnly || outcome.errors.length > 0) throw new RolledBack(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

async function applyLines(
  tx: Queryable,
  config: Config,
  { lines, errors: fileErrors }: AdoptionFile,
  options: Options,
): Promise<ListAdoption> {
  const firstOpenDay = await lockOpenDays(tx)
  // Before accounts, as everywhere.
  await lockRegistrations(
    tx,
    sql`channel_id = any(${[...new Set(lines.map(({ channelId }) => channelId))]}::text[])`,
  )
  const errors = [...fileErrors]
  const brands = await resolveBrands(tx, config, lines, errors)
  const adopted: AdoptedBrand[] = []
  const networks = new Set([...brands.values()].map(({ networkId }) => networkId))
  const made: Made = { registrations: [], members: [], assignments: [], shares: [], fees: [] }
  requireOneBrand(lines, brands, errors)
  for (const networkId of networks) {
    const own = lines.filter(
      ({ brand, manager }) => brands.get(getKey(brand, manager))?.networkId === networkId,
    )
    const [first] = own
    const brand = first && brands.get(getKey(first.brand, first.manager))
    if (!brand) continue
    const actor: Actor = { kind: 'operator', siteId: brand.site.id, networkId }
    const context = { actor, firstOpenDay, now: options.now, errors }
    const channels = await adoptChannels(tx, brand, own, options.channels, errors)
    const members = await adoptMembers(tx, brand, own, options, context)
    const fees = await adoptFees(tx, own, members.ids, context)
    const shares = await adoptShares(tx, own, channels.ids, context)
    made.registrations.push(...channels.registered)
    made.members.push(...members.created.map(({ id }) => id))
    made.fees.push(...fees.made)
    made.assignments.push(...shares.assignments)
    made.shares.push(...shares.made)
    const emails = new Map([...members.ids].map(([email, id]) => [id, email]))
    adopted.push({
      ...brand,
      registered: channels.registered,
      existing: channels.existing,
      createdMembers: members.created.map(({ email }) => email),
      existingMembers: members.existing,
      invited: members.invited,
      fees: fees.changes.map((change) => ({ ...change, email: emails.get(change.member) ?? '' })),
      sameFees: fees.same,
      changedLines: shares.changed,
      sameLines: shares.same,
    })
    await recordCounts(tx, actor, brand, { channels, members: members.created.length })
  }
  const isClosed = (day: string | undefined) =>
    day !== undefined && firstOpenDay !== null && day < firstOpenDay
  const outcome = {
    brands: adopted,
    errors: errors.sort((a, b) => a.line - b.line),
    firstOpenDay: lines.some(({ from, member }) => member !== undefined && isClosed(from))
      ? firstOpenDay
      : null,
  }
  if (options.checkOnly || errors.length > 0) return { ...outcome, id: null }
  return { ...outcome, id: await recordAdoption(tx, made, options.now) }
}

const getKey = (brand: string, manager: string | undefined) => `${brand} ${manager ?? ''}`

/** By `getKey`. */
async function resolveBrands(
  tx: Queryable,
  config: Config,
  lines: readonly AdoptionLine[],
  errors: LineError[],
): Promise<Map<string, Brand>> {
  const brands = new Map<string, Brand>()
  for (const [key, own] of Map.groupBy(lines, ({ brand, manager }) => getKey(brand, manager))) {
    const [first] = own
    if (!first) continue
    const found = await resolveBrand(tx, config, first)
    if ('reason' in found)
      errors.push(...own.map(({ line }): LineError => ({ line, column: found.column, reason: found.reason })))
    else brands.set(key, found)
  }
  // Of lines that name a new network in several ways, only the first made it.
  for (const [key, brand] of brands) {
    const maker = [...brands.values()].find((one) => one.networkId === brand.networkId && one.isNetworkNew)
    const siteMaker = [...brands.values()].find((one) => one.site.id === brand.site.id && one.isSiteNew)
    if (maker && maker !== brand) brands.set(key, maker)
    else if (siteMaker && siteMaker !== brand) brands.set(key, { ...brand, isSiteNew: false })
  }
  return brands
}

const FoundNetwork = z.object({ id: Id, name: z.string(), domain: z.string() })

async function resolveBrand(
  tx: Queryable,
  config: Config,
  { brand, manager }: AdoptionLine,
): Promise<Brand | { column: string; reason: string }> {
  if (!brand.includes('@') && manager !== undefined) {
    const { site, isSiteNew } = await ensureSite(tx, { domain: brand, name: brand, isPlaylist: false })
    const account = await findAccount(tx, site.id, manager)
    const known = await selectNetworks(tx, sql`n.site_id = ${site.id} and ${isNetworkCalled(manager)}`)
    if (account && known.length === 0)
      return {
        column: 'manager',
        reason: `${manager} has an account on ${brand}, and runs no network; see: account roles`,
      }
    const { networkId, link } = await ensureNetwork(tx, config, manager, site)
    if (isSiteNew)
      await tx.execute(sql`update sites set default_network_id = ${networkId} where id = ${site.id}`)
    const name = known[0]?.name ?? createNickname(manager)
    return { site, networkId, name, isSiteNew, isNetworkNew: link !== null, link }
  }
  const networks = brand.includes('@')
    ? await selectNetworks(tx, isNetworkCalled(brand))
    : await selectNetworksOfSite(tx, brand)
  const [network, ...others] = networks
  if (!network) return { column: 'brand', reason: describeMissing(brand, await findSite(tx, brand)) }
  if (others.length > 0) {
    const contacts = networks.map(({ domain }) => domain).join(', ')
    return {
      column: 'brand',
      reason: brand.includes('@')
        ? `${brand} belongs to several networks (on ${contacts}): write the site’s domain, and the email in the column manager`
        : `${brand} has several networks: write the email of the contact of one`,
    }
  }
  const site = await findSite(tx, network.domain)
  if (!site) throw new Error('The site of a network is missing.')
  return {
    site,
    networkId: network.id,
    name: network.name,
    isSiteNew: false,
    isNetworkNew: false,
    link: null,
  }
}

function describeMissing(brand: string, site: Site | null): string {
  if (brand.includes('@'))
    return `no network has the contact ${brand}: write the domain of its site here and the email in the column manager, which creates it`
  const what = site ? `${brand} has no network` : `there is no site ${brand}`
  return `${what}: write the email of its manager in the column manager, which creates it`
}

const selectNetworks = (tx: Queryable, condition: ReturnType<typeof sql>) =>
  tx.query(
    FoundNetwork,
    sql`select n.id,
      n.nickname as name,
      s.domain
    from accounts n
    join sites s on s.id = n.site_id
    where ${condition}
      and n.kind = 'network'
      and n.removed_at is null
    order by n.id`,
  )

/** The default network of the site, else the only one. */
async function selectNetworksOfSite(tx: Queryable, domain: string) {
  const standard = await selectNetworks(tx, sql`s.domain = ${domain} and n.id = s.default_network_id`)
  return standard.length > 0 ? standard : selectNetworks(tx, sql`s.domain = ${domain}`)
}

/** A channel belongs to one network. */
function requireOneBrand(
  lines: readonly AdoptionLine[],
  brands: ReadonlyMap<string, Brand>,
  errors: LineError[],
): void {
  const networkOf = new Map<string, number>()
  for (const { line, channelId, brand, manager } of lines) {
    const networkId = brands.get(getKey(brand, manager))?.networkId
    if (networkId === undefined) continue
    const other = networkOf.get(channelId)
    if (other === undefined) networkOf.set(channelId, networkId)
    else if (other !== networkId)
      errors.push({
        line,
        column: 'brand',
        reason: 'an earlier line gives the channel to another network: keep one',
      })
  }
}

const ExistingChannel = z.object({ id: Id, channelId: z.string(), earnsFrom: z.nullable(Day) })

async function adoptChannels(
  tx: Queryable,
  { networkId }: Brand,
  lines: readonly AdoptionLine[],
  reported: readonly ReportedChannel[],
  errors: LineError[],
) {
  const known = new Map(reported.map((channel) => [channel.channelId, channel]))
  const holders = await selectRegisteredNetworks(tx, networkId, lines)
  const added = []
  const wanted = new Map<string, string | undefined>()
  for (const [channelId, own] of Map.groupBy(lines, (line) => line.channelId)) {
    const [first] = own
    if (!first) continue
    const report = (column: string, reason: string) => errors.push({ line: first.line, column, reason })
    const holder = holders.get(channelId)
    const days = own.flatMap(({ from }) => from ?? [])
    const earnsFrom = days.sort()[0]
    wanted.set(channelId, earnsFrom)
    if (holder === networkId) continue
    const channel = known.get(channelId)
    if (holder !== undefined)
      report(
        'channel',
        `${channelId} is registered in another network: remove the line, or see: channel show ${channelId}`,
      )
    else if (!channel)
      report(
        'channel',
        `${channelId} is in no line of the metadata report: correct the id, or give the report that has it`,
      )
    else if (earnsFrom === undefined)
      report('from', 'it is empty: write a day, or give --from to the command')
    else added.push({ ...channel, earnsFrom })
  }
  await registerChannels(tx, networkId, sortForLists(added))
  const rows = await tx.query(
    ExistingChannel,
    sql`select registration_id as id,
      channel_id as "channelId",
      earns_from as "earnsFrom"
    from channels
    where channel_id = any(${[...wanted.keys()]}::text[])
      and network_id = ${networkId}
      and removed_at is null
    order by registration_id`,
  )
  const isAdded = new Set(added.map(({ channelId }) => channelId))
  return {
    ids: new Map(rows.map(({ channelId, id }) => [channelId, id])),
    registered: rows.filter(({ channelId }) => isAdded.has(channelId)).map(({ id }) => id),
    existing: rows
      .filter(({ channelId }) => !isAdded.has(channelId))
      .map(({ id, channelId, earnsFrom }) => {
        const day = wanted.get(channelId)
        return { id, earnsFrom, wanted: day === earnsFrom ? undefined : day }
      }),
  }
}

interface Context {
  actor: Actor
  firstOpenDay: string | null
  now: Date
  errors: LineError[]
}

/** Members who do not exist are created as invited; only `invite` mails them. */
async function adoptMembers(
  tx: Queryable,
  { site, networkId }: Brand,
  lines: readonly AdoptionLine[],
  { invite }: Options,
  { actor, now, errors }: Context,
) {
  const emails = new Map<string, number[]>()
  for (const { member, line } of lines)
    if (member !== undefined) emails.set(member, [...(emails.get(member) ?? []), line])
  const locked = await lockMembers(
    tx,
    sql`a.network_id = ${networkId} and a.email = any(${[...emails.keys()]}::text[])`,
  )
  const ids = new Map(locked.map(({ email, id }) => [email, id]))
  const existing = [...ids.keys()]
  const created: { id: number; email: string }[] = []
  let invited = 0
  const locale = getSiteLocale(site.isPlaylist)
  for (const [email, at] of emails) {
    if (ids.has(email)) continue
    if (await findAccount(tx, site.id, email)) {
      const reason = `${email} has an account on ${site.domain}, and is no confirmed member of the network; see: account list, account roles`
      errors.push(...at.map((line): LineError => ({ line, column: 'member', reason })))
      continue
    }
    const nickname = createNickname(email)
    const id = await insertAccount(tx, site, { email, nickname, passwordHash: null, networkId, locale })
    if (id === null) throw new Error(`${email} was taken in the meantime.`)
    ids.set(email, id)
    created.push({ id, email })
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'account', id },
      before: null,
      after: { network: networkId, ...(invite && { link: hidden }) },
    })
    if (!invite) continue
    await mailInvitation(tx, id, now)
    invited++
  }
  return { ids, created, existing, invited }
}

/** Days of closed months cannot change. */
const toOpenDay = (day: string | undefined, firstOpenDay: string | null) =>
  day !== undefined && firstOpenDay !== null && day < firstOpenDay ? firstOpenDay : day

/** A member has one fee on a day, of whatever channel. */
async function adoptFees(
  tx: Queryable,
  lines: readonly AdoptionLine[],
  members: ReadonlyMap<string, number>,
  { actor, firstOpenDay, now, errors }: Context,
): Promise<{ changes: FeeChange[]; same: number; made: Made['fees'] }> {
  const requests = new Map<
    string,
    { line: number; member: number; permille: number; from: string | undefined }
  >()
  for (const { line, member: email, fee, from: written } of lines) {
    const member = email === undefined ? undefined : members.get(email)
    if (member === undefined || fee === undefined) continue
    const from = toOpenDay(written, firstOpenDay)
    const key = `${member} ${from ?? ''}`
    const other = requests.get(key)
    if (!other) requests.set(key, { line, member, permille: fee, from })
    else if (other.permille !== fee)
      errors.push({
        line,
        column: 'fee',
        reason: `line ${other.line} says ${other.permille / 10} % for the same member and day: a fee is for all channels of a member`,
      })
  }
  const asked = [...requests.values()]
  const findBefore = await selectFeesBefore(tx, [...members.values()])
  const { changes, problems } = await decideFees(tx, asked, { firstOpenDay, now })
  for (const [{ line }, code] of problems) errors.push(toLineError({ line, column: 'from', code }))
  if (problems.size > 0) return { changes: [], same: 0, made: [] }
  await writeFees(tx, changes, { action, getActor: () => actor }, now)
  const made = changes.map(({ member, fromDay, permille }) => ({
    member,
    fromDay,
    before: findBefore({ member, fromDay }),
    after: permille,
  }))
  return { changes, same: asked.length - changes.length, made }
}

/** As `channel share --file` does. */
async function adoptShares(
  tx: Queryable,
  lines: readonly AdoptionLine[],
  channels: ReadonlyMap<string, number>,
  { actor, firstOpenDay, now, errors }: Context,
) {
  const shareLines = lines.flatMap(({ line, channelId, member, share = null, from }) => {
    const id = channels.get(channelId)
    return member === undefined || id === undefined
      ? []
      : [{ line, channel: String(id), email: member, permille: share, from: toOpenDay(from, firstOpenDay) }]
  })
  const ids = new Map([...channels.values()].map((id) => [String(id), id]))
  const findBefore = await selectSharesBefore(tx, [...channels.values()])
  const plan = await planShareFile(
    tx,
    { lines: shareLines, problems: [] },
    { ids, networkId: actor.networkId ?? null },
    now,
  )
  const isKnown = new Set(errors.map(({ line }) => line))
  const problems: LineProblem[] = plan.problems.filter(({ line }) => !isKnown.has(line))
  errors.push(...problems.map(toLineError))
  if (plan.problems.length > 0) return { changed: 0, same: 0, assignments: [], made: [] }
  await writeShareFile(tx, plan, { action, actor }, now)
  const changed = plan.changes.filter(({ hasChanged }) => hasChanged).length
  const made = plan.sets.map(({ id, fromDay, permilles }) => ({
    id,
    fromDay,
    before: findBefore({ id, fromDay }),
    after: [...permilles].map(([member, permille]) => ({ member, permille })),
  }))
  const assignments = plan.pairs.map(({ id, member }) => ({ id, member }))
  return { changed, same: plan.changes.length - changed, assignments, made }
}

async function recordCounts(
  tx: Queryable,
  actor: Actor,
  { site, networkId, isSiteNew, isNetworkNew }: Brand,
  { channels, members }: { channels: { registered: number[]; existing: unknown[] }; members: number },
): Promise<void> {
  const count = channels.existing.length
  if (channels.registered.length + members === 0 && !isNetworkNew) return
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'account', id: networkId },
    before: { site: isSiteNew ? null : site.id, network: isNetworkNew ? null : networkId, channels: count },
    after: { site: site.id, network: networkId, channels: count + channels.registered.length, members },
  })
}
