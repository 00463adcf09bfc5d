import { createHash } from 'node:crypto'
import {
  can,
  type InstallationGrant,
  type InstallationRole,
  type NetworkRole,
  type RoleHolder,
} from '#contract/platform/roles.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import { insertPartnerKey } from '#server/platform/auth/partner-keys.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  insertAssignment,
  password,
} from '#tests/support/accounts.ts'
import { type Fact, insertFacts } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks, isrcFor, replaceClaims } from '#tests/support/tracks.ts'

/** The person who makes the call, as far as the database knows. */
export interface Viewer extends RoleHolder {
  grants: readonly InstallationGrant[]
  accountId: number
  networkId: number
  siteId: number
  domain: string
}

/** `hasMoved`: to another network, or to none. */
interface ChangedViewer extends Viewer {
  hasMoved: boolean
}

export interface Person extends Viewer {
  email: string
  password: string | null
  totpSecret: string | null
  /** True if the person stays in the world, so that others can never get their address. */
  isAnchor: boolean
}

export interface TestSite {
  id: number
  domain: string
  partnerKeys: string[]
}

/** Number of days with figures, which are multiples of the network's factor. */
const figureDays = 9

/**
 * A word that only its owner may read, so that another tenant's data can be recognized in any text. It survives lower
 * and upper case, ids of channels and videos, and the length of a nickname.
 */
const canaryPattern = /qxj[snpi]\d{3}/gi

/** Operators and auditors of a site see what is of the site. */
const isAtDeskOf = (viewer: Viewer | null, site: number): boolean =>
  viewer?.grants.some(({ siteId }) => siteId === site) ?? false

/** Creates sites, networks and people whose strings, ids and amounts reveal their owner. */
export async function createWorld(db: Database, now: Date) {
  const sites: TestSite[] = []
  const people: Person[] = []
  /** Sessions to call with; a person still owns a token that was removed. */
  const sessions = new Map<string, Person>()
  const ownersByToken = new Map<string, Person>()
  const readersByCanary = new Map<string, (viewer: Viewer | null, domain: string) => boolean>()
  const factorByNetwork = new Map<number, number>()
  const facts: Fact[] = []
  const titles: [channelId: string, videoId: string, title: string][] = []
  const claims: { channelId: string; videoId: string; isrc: string }[] = []
  let canaryCount = 0

  /** `s` marks a site, for everybody there, `i` its people, `n` a network, `p` a person. */
  function plantCanary(
    kind: 's' | 'i' | 'n' | 'p',
    isReader: (viewer: Viewer | null, domain: string) => boolean,
  ): string {
    const canary = `qxj${kind}${String(++canaryCount).padStart(3, '0')}`
    readersByCanary.set(canary, isReader)
    return canary
  }

  async function addPerson(
    site: Awaited<ReturnType<typeof createSite>>,
    network?: number,
    roles: readonly NetworkRole[] = network === undefined ? ['owner', 'manager'] : ['member'],
  ): Promise<Person> {
    const reader = { accountId: 0, networkId: 0 }
    const canary = plantCanary(
      'p',
      (viewer) =>
        viewer?.accountId === reader.accountId ||
        isAtDeskOf(viewer, site.id) ||
        (viewer !== null && can(viewer, 'members.read') && viewer.networkId === reader.networkId),
    )
    const email = `${canary}@mail.test`
    const isIndependent = roles.length === 0
    const isStaff = roles.some((role) => role !== 'member')
    const created =
      network !== undefined && isStaff
        ? await createStaff(db, site, email, network, roles)
        : await createAccount(db, site, email, network, isStaff)
    const accountId = await findPerson(db, email, site.domain)
    await queryRaw(db, 'update accounts set nickname = $2 where id = $1', [accountId, `닉 ${canary}`])
    const networkId = network ?? created
    Object.assign(reader, { accountId, networkId })
    const person: Person = {
      ...{ accountId, networkId, siteId: site.id, domain: site.domain, roles, isIndependent, grants: [] },
      ...{ email, password, totpSecret: null, isAnchor: isStaff },
    }
    people.push(person)
    return person
  }

  /** Somebody with a role on the installation, for one site or content owner; each has something that only they see. */
  async function addInstallationPerson(
    site: Awaited<ReturnType<typeof createSite>>,
    role: InstallationRole,
    of: 'site' | 'owner',
  ): Promise<void> {
    const person = await addPerson(site, undefined, [])
    person.isAnchor = true
    const owner = plantCanary('s', (viewer) => viewer?.grants.some((one) => one.owner === owner) ?? false)
    const scope = of === 'site' ? { siteIds: [site.id], owners: [] } : { siteIds: [], owners: [owner] }
    await grantInstallationRole(db, person.accountId, role, scope)
    person.grants = of === 'site' ? [{ role, siteId: site.id, owner: null }] : [{ role, siteId: null, owner }]
    await queryRaw(
      db,
      `insert into operator_alerts (kind, subject, detail, raised_at) values ('storage', $1, '{}', now())`,
      [owner],
    )
    await startSession(person, true)
  }

  async function startSession(person: Person, hasSecondFactor = false, at = now): Promise<string> {
    const { token } = await createSession(db, person.accountId, at, 'hookline-tests', { hasSecondFactor })
    sessions.set(token, person)
    ownersByToken.set(token, person)
    return token
  }

  /** Adds channels in every state, with figures for the verified ones. */
  async function addChannels(
    { networkId, accountId, siteId }: Person,
    member: Person | undefined,
  ): Promise<void> {
    const canary = plantCanary('n', (viewer) => viewer?.networkId === networkId || isAtDeskOf(viewer, siteId))
    const factor = factors[factorByNetwork.size] ?? 0
    factorByNetwork.set(networkId, factor)
    const states = [
      { verification: 'verified', approval: 2 },
      { verification: 'verified', approval: 2 },
      { verification: 'verified', approval: 1 },
      { verification: 'pending', approval: 0 },
      { verification: 'pending', approval: 0 },
    ]
    for (const [at, state] of states.entries()) {
      const channelId = `UC${`${canary}-${at}`.padEnd(22, '_')}`
      const registration = await createChannel(db, networkId, channelId, state)
      await queryRaw(
        db,
        `update channels
        set name = $2,
          handle = $3,
          held_at = case when $4 then now() - interval '80 hours' end,
          expires_at = case when verification_status = 'pending' then now() + interval '14 days' end
        where registration_id = $1`,
        [registration, `채널 ${canary} ${at}`, `@${canary}${at}`, state.approval === 1],
      )
      if (member && at % 2 === 0) await insertAssignment(db, registration, member.accountId)
      if (at === 4)
        await queryRaw(
          db,
          `update channels set removed_at = now(), closed_reason = 'expired' where registration_id = $1`,
          [registration],
        )
      if (state.approval === 2) addFigures(channelId, canary, factor)
    }
    await queryRaw(
      db,
      `insert into channel_requests (network_id, account_id, link, category) values ($1, $2, $3, 'people')`,
      [networkId, accountId, `@${canary}-waiting`],
    )
  }

  function addFigures(channelId: string, canary: string, factor: number): void {
    const today = getPacificDay(now)
    for (let at = 0; at < 3; at++) {
      const videoId = `${canary}${channelId.slice(10, 11)}${at}_-`
      titles.push([channelId, videoId, `쇼츠 ${canary} ${at}, "챌린지" 🎵`])
      if (at === 0) claims.push({ channelId, videoId, isrc: isrcFor(1 + (factor % trackCount)) })
      for (let day = 1; day <= figureDays; day++) {
        const size = factor * (at + day)
        facts.push({
          day: addDays(today, -4 * day),
          channelId,
          videoId,
          country: day % 2 ? 'KR' : 'US',
          views: 10 * size,
          premiumViews: size,
          // Multiples of a thousand: the fee, in thousandths, then takes a whole number of factors.
          revenueMicros: 1_000 * size,
          premiumRevenueMicros: 1_000 * factor,
        })
      }
    }
  }

  const siteOptions = [
    { domain: 'one.test', isPlaylist: false, joinPolicy: 'open', requiresFactor: false },
    { domain: 'two.test', isPlaylist: true, joinPolicy: 'approval', requiresFactor: false },
    { domain: 'three.test', isPlaylist: false, joinPolicy: 'invitation', requiresFactor: true },
  ]
  for (const { domain, isPlaylist, joinPolicy, requiresFactor } of siteOptions) {
    const site = await createSite(db, domain, isPlaylist)
    const publicCanary = plantCanary('s', (_, asked) => asked === domain)
    const internalCanary = plantCanary('i', (viewer) => viewer?.siteId === site.id)
    const [boss, rival] = [await addPerson(site), await addPerson(site)]
    const member = await addPerson(site, boss.networkId)
    const alone = await addPerson(site, undefined, [])
    alone.isAnchor = true
    const [invited, waiting, unconfirmed] = [
      await addPerson(site, boss.networkId),
      await addPerson(site, boss.networkId),
      await addPerson(site, rival.networkId),
    ]
    invited.password = null
    await queryRaw(db, 'update accounts set password_hash = null where id = $1', [invited.accountId])
    await queryRaw(
      db,
      'update accounts set awaits_approval = true, is_self_registered = true, email_confirmed_at = now() where id = $1',
      [waiting.accountId],
    )
    await queryRaw(db, 'update accounts set is_self_registered = true where id = $1', [unconfirmed.accountId])
    await addPerson(site, rival.networkId)
    for (const roles of staffOfOne) await addPerson(site, boss.networkId, roles)
    await addInstallationPerson(site, 'operator', 'site')
    await addInstallationPerson(site, 'operator', 'owner')
    await addInstallationPerson(site, 'auditor', 'owner')
    await queryRaw(
      db,
      `insert into fee_rates (account_id, from_day, permille) values ($1, '2020-01-01', 175)`,
      [member.accountId],
    )
    await addChannels(boss, member)
    await addChannels(rival, unconfirmed)
    await addChannels(alone, undefined)
    await queryRaw(
      db,
      `update sites
      set name = $2, default_network_id = $3, join_policy = $4, requires_second_factor = $5
      where id = $1`,
      [site.id, `사이트 ${publicCanary}`, boss.networkId, joinPolicy, requiresFactor],
    )
    await queryRaw(
      db,
      `insert into payment_info (site_id, company_name, company_address, business_number, company_mail, manager_name,
        manager_contact)
      values ($1, $2, $2, $2, $2, $2, $2)`,
      [site.id, internalCanary],
    )
    for (const pinned of [true, false])
      await queryRaw(db, 'insert into notices (site_id, title, body, pinned) values ($1, $2, $2, $3)', [
        site.id,
        { ko: `공지 ${internalCanary}`, en: `**Notice** ${internalCanary}` },
        pinned,
      ])
    const partnerKeys = [`hookline_${domain}_1`, `hookline_${domain}_2`]
    for (const [at, key] of partnerKeys.entries())
      await insertPartnerKey(db, site, { name: publicCanary, key, allowsManagers: at === 0 })
    sites.push({ id: site.id, domain, partnerKeys })
    for (const person of people.filter(({ siteId }) => siteId === site.id)) {
      await startSession(person)
      if (requiresFactor && person.isAnchor && !person.isIndependent) await startSession(person, true)
    }
  }
  // A dollar is a thousand won, so that amounts stay multiples of the factors.
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2020-01-01', 1000000000)`)
  for (const [channelId, videoId, title] of titles)
    await queryRaw(
      db,
      `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on,
        reported_at)
      values ($1, $2, 'x', $3, 31, now() - interval '40 days', '2026-01-01', now())`,
      [channelId, videoId, title],
    )
  const musics = await insertTracks(
    db,
    Array.from({ length: trackCount }, (_, at) => ({ moods: [1 + (at % 3)], shopping: at % 2 === 0 })),
  )
  await replaceClaims(db, claims)
  await insertFacts(db, facts)
  const expired = await startSession(people[0] as Person, true, new Date(now.getTime() - 60 * 86_400_000))
  sessions.delete(expired)

  return {
    sites,
    people,
    sessions,
    findOwner: (token: string) => ownersByToken.get(token),
    musics,
    expired,
    startSession,
    /** The factor of a network's figures; without one they are all zero. */
    getFactor: (networkId: number | undefined) => factorByNetwork.get(networkId ?? 0),
    /** @returns the canaries in a text that neither the viewer may read nor the request contained */
    findLeaks(text: string, viewer: Viewer | null, domain: string, requestText: string): string[] {
      const found = new Set(text.match(canaryPattern)?.map((canary) => canary.toLowerCase()))
      return [...found].filter((canary) => {
        const isReader = readersByCanary.get(canary)
        return isReader && !isReader(viewer, domain) && !requestText.includes(canary)
      })
    },
    /**
     * A person's canary in a request that stored it, such as an invitation to a free address, no longer has a single
     * owner.
     */
    forgetPeople(requestText: string): void {
      for (const canary of requestText.match(/qxjp\d{3}/g) ?? []) readersByCanary.delete(canary)
    },
    /** Calls invite people, change their roles and end memberships. @returns people as they are now, by account id */
    async readChangedPeople(): Promise<Map<number | undefined, ChangedViewer>> {
      const rows = await queryRaw<Viewer>(
        db,
        `select ${viewerColumns} from accounts a join sites t on t.id = a.site_id where a.id = any($1)`,
        [people.map(({ accountId }) => accountId)],
      )
      const current = new Map(rows.map((row) => [row.accountId, row]))
      return new Map(
        people.flatMap((person) => {
          const row = current.get(person.accountId)
          if (!row || hasSameRole(row, person)) return []
          return [[person.accountId, { ...row, hasMoved: row.networkId !== person.networkId }]]
        }),
      )
    },
    updatePeople(changed: ReadonlyMap<number | undefined, Viewer>): void {
      for (const person of people) Object.assign(person, changed.get(person.accountId))
    },
    /** Finds the owner of a new token in the database. */
    async identify(token: string): Promise<Person | null> {
      const [row] = await queryRaw<Viewer & { email: string }>(
        db,
        `select ${viewerColumns},
          a.email
        from sessions s
        join accounts a on a.id = s.account_id
        join sites t on t.id = a.site_id
        where s.token_hash = $1`,
        [createHash('sha256').update(token).digest()],
      )
      if (!row) return null
      const known = people.find(({ accountId }) => accountId === row.accountId)
      const person = known ?? { ...row, password: null, totpSecret: null, isAnchor: false }
      if (!known) people.push(person)
      sessions.set(token, person)
      ownersByToken.set(token, person)
      return person
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** Expects `accounts a` and `sites t`. */
const viewerColumns = `a.id as "accountId",
  a.network_id as "networkId",
  a.site_id as "siteId",
  t.domain,
  a.roles,
  a.network_id = a.id as "isIndependent",
  coalesce((
    select jsonb_agg(jsonb_build_object('role', g.role, 'siteId', g.site_id, 'owner', g.owner))
    from installation_grants g
    where g.account_id = a.id), '[]') as grants`

const hasSameRole = (a: Viewer, b: Viewer): boolean =>
  a.networkId === b.networkId && a.roles.toSorted().join() === b.roles.toSorted().join()

/** Roles of people who run the first network of each site beside its owner. */
const staffOfOne: readonly NetworkRole[][] = [
  ['manager'],
  ['finance'],
  ['reviewer'],
  ['reader'],
  ['reviewer', 'finance'],
  ['reader', 'member'],
]

const trackCount = 12

/** Primes, so that nothing else is a multiple of them by chance, nor a sum of two networks' figures. */
const factors = [1_009, 1_013, 1_019, 1_021, 1_031, 1_033, 1_039, 1_049, 1_051]
