import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeAccount, endSessions, withdraw } from '#contract/account.ts'
import { join, login } from '#contract/auth.ts'
import {
  addChannel,
  assignChannel,
  deleteChannel,
  dropChannelRequest,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeSignInCode, tradeSignInCode } from '#contract/external.ts'
import { addMember, changeMember, removeMember } from '#contract/member-changes.ts'
import { changeFavourite, orderFavourites } from '#contract/musics.ts'
import { seeNotices } from '#contract/notices.ts'
import { logout } from '#contract/session.ts'
import { recordChange } from '#server/audit.ts'
import { settleRequest } from '#server/channels/registration.ts'
import { settleVerification } from '#server/channels/verification.ts'
import { insertPartnerKey, newPartnerKey } from '#server/partners.ts'
import type { Site } from '#server/session.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { operate } from '#tests/support/operator.ts'
import { assign, makeAccount, makeChannel, makeSite, password, signIn } from '#tests/support/people.ts'

let api: Api
let site: Site
let key: string
let partnerId: number
let made = 0
const noted = notedJobs()
const tube = youtubeOf()
const ids: Record<'boss' | 'member' | 'rival', number> = { boss: 0, member: 0, rival: 0 }
const tokens: Record<string, string> = {}
const one = youtubeChannel(channelNamed('one'))
const link = `https://www.youtube.com/channel/${one.channelId}`

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: noted.jobs, youtube: tube.youtube })
  site = await makeSite(api.db)
  key = newPartnerKey()
  partnerId = await insertPartnerKey(api.db, site, 'Shop', key)
  ids.boss = await makeAccount(api.db, site, 'boss@example.test')
  ids.member = await makeAccount(api.db, site, 'member@example.test', ids.boss)
  ids.rival = await makeAccount(api.db, site, 'rival@example.test')
  for (const name of Object.keys(ids)) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec(
    `delete from channel_requests; delete from channel_reviews; delete from assignments; delete from channels;
    delete from attempts; delete from audit`,
  )
  Object.assign(tube, { channels: [one], trouble: null })
})

interface Told {
  actor: string
  id: number | null
  network: number | null
  address: string | null
  action: string
  subject: string | null
  subjectId: string | null
  detail: object
}

const recorded = () =>
  api.db.query<Told>(
    `select actor,
      actor_id as id,
      network_id as network,
      address,
      action,
      subject,
      subject_id as "subjectId",
      detail
    from audit
    order by id`,
  )

const bossChannel = (more: Parameters<typeof makeChannel>[3] = {}) =>
  makeChannel(api.db, ids.boss, one.channelId, { verification: 'pending', approval: 0, ...more })

async function waiting(): Promise<number> {
  tube.trouble = 'quota'
  const { request } = await api.ask(addChannel, { token: tokens.boss, body: { link, category: 'people' } })
  await api.db.query('delete from audit')
  return request?.id ?? 0
}

/** What is called, and what its one line says. */
interface Made {
  body: object
  told: Partial<Told>
}

/** Prepares a call that succeeds, and one that is refused. */
interface Case {
  /** Who calls; without a word the network's manager. */
  by?: 'nobody' | 'partner'
  good(): Promise<Made>
  bad(): Promise<object>
}

const ofChannel = (id: number) => ({ subject: 'channel', subjectId: String(id) })

const cases = new Map<Endpoint, Case>([
  [
    addChannel,
    {
      good: async () => ({
        body: { link, category: 'people' },
        told: { subject: 'channel', detail: { channel_id: one.channelId } },
      }),
      bad: async () => {
        await makeChannel(api.db, ids.rival, one.channelId)
        return { link, category: 'people' }
      },
    },
  ],
  [
    dropChannelRequest,
    {
      good: async () => {
        const id = await waiting()
        return { body: { id }, told: { subject: 'request', subjectId: String(id) } }
      },
      bad: async () => ({ id: 999_999 }),
    },
  ],
  [
    verifyChannel,
    {
      good: async () => {
        const id = await bossChannel()
        return { body: { id }, told: ofChannel(id) }
      },
      bad: async () => ({ id: await bossChannel({ verification: 'verified' }) }),
    },
  ],
  [
    requestReReview,
    {
      good: async () => {
        const id = await bossChannel({ verification: 'verified', approval: 1 })
        await api.db.query(`update channels set held_at = now() - interval '80 hours'`)
        return { body: { id }, told: ofChannel(id) }
      },
      bad: async () => {
        const id = await bossChannel({ verification: 'verified', approval: 1 })
        await api.db.query('update channels set held_at = now()')
        return { id }
      },
    },
  ],
  [
    assignChannel,
    {
      good: async () => {
        const id = await bossChannel()
        return {
          body: { id, members: [ids.member] },
          told: { ...ofChannel(id), detail: { members: [ids.member] } },
        }
      },
      bad: async () => ({ id: await bossChannel(), members: [ids.member, ids.rival] }),
    },
  ],
  [
    unassignChannel,
    {
      good: async () => {
        const id = await bossChannel()
        await assign(api.db, id, ids.member)
        return {
          body: { id, member: ids.member },
          told: { ...ofChannel(id), detail: { members: [ids.member] } },
        }
      },
      bad: async () => ({ id: await bossChannel(), member: ids.member }),
    },
  ],
  [
    deleteChannel,
    {
      good: async () => {
        const id = await bossChannel()
        return {
          body: { id, password, acknowledged: 'on' },
          told: { ...ofChannel(id), detail: { channel_id: one.channelId } },
        }
      },
      bad: async () => ({ id: await bossChannel(), password: 'wrong', acknowledged: 'on' }),
    },
  ],
])

const ofAccount = (id: number) => ({ subject: 'account', subjectId: String(id) })

/** A member to be lost. */
const newMember = async (name: string) => makeAccount(api.db, site, `${name}${++made}@example.test`, ids.boss)

async function newCode(): Promise<string> {
  const { code } = await (await askAsPartner(makeSignInCode, { email: 'member@example.test' })).json()
  await api.db.query('delete from audit')
  return code
}

for (const [endpoint, one] of [
  [
    join,
    {
      by: 'nobody',
      good: async () => ({
        body: { email: `new${++made}@example.test`, password, nickname: 'New' },
        told: { id: expect.any(Number), network: expect.any(Number), subject: 'account' },
      }),
      bad: async () => ({ email: 'boss@example.test', password, nickname: 'New' }),
    },
  ],
  [
    login,
    {
      by: 'nobody',
      good: async () => ({ body: { id: 'boss@example.test', password }, told: ofAccount(ids.boss) }),
      bad: async () => ({ id: 'boss@example.test', password: 'wrong' }),
    },
  ],
  [
    makeSignInCode,
    {
      by: 'partner',
      good: async () => ({
        body: { email: 'member@example.test' },
        told: { actor: 'partner', id: partnerId, network: null, ...ofAccount(ids.member) },
      }),
      bad: async () => ({ email: 'nobody@example.test' }),
    },
  ],
  [
    tradeSignInCode,
    {
      by: 'nobody',
      good: async () => ({
        body: { code: await newCode() },
        told: { id: ids.member, ...ofAccount(ids.member) },
      }),
      bad: async () => ({ code: 'none' }),
    },
  ],
  [
    changeAccount,
    {
      good: async () => ({
        body: { nickname: 'Boss' },
        told: { ...ofAccount(ids.boss), detail: { nickname: true } },
      }),
      bad: async () => ({ password: 'wrong', new_password: 'a much better one' }),
    },
  ],
  [
    endSessions,
    {
      good: async () => {
        await signIn(api, 'boss@example.test')
        const [last] = await api.db.query<{ id: number }>('select max(id) as id from sessions')
        await api.db.query('delete from audit')
        return { body: { id: last?.id }, told: { subject: 'session', subjectId: String(last?.id) } }
      },
      bad: async () => ({ id: 999_999 }),
    },
  ],
  [
    addMember,
    {
      good: async () => ({
        body: { user_id: `new${++made}@example.test`, password, nickname: 'New' },
        told: { subject: 'account' },
      }),
      bad: async () => ({ user_id: 'rival@example.test', password, nickname: 'New' }),
    },
  ],
  [
    changeMember,
    {
      good: async () => {
        const target = await newMember('changed')
        return {
          body: { target, password: 'a much better one', fee_rate: 12.5 },
          told: { ...ofAccount(target), detail: { password: true, fee_rate: 12.5 } },
        }
      },
      bad: async () => ({ target: ids.rival, fee_rate: 12.5 }),
    },
  ],
  [
    removeMember,
    {
      good: async () => {
        const target = await newMember('removed')
        return { body: { target, password }, told: ofAccount(target) }
      },
      bad: async () => ({ target: await newMember('kept'), password: 'wrong' }),
    },
  ],
] as [Endpoint, Case][])
  cases.set(endpoint, one)

const changing = endpoints.filter(({ method }) => method === 'POST')
const told = changing.filter((endpoint) => cases.has(endpoint)).map((endpoint) => ({ ...endpoint, endpoint }))

const from = (sent: Record<string, string>) => {
  sent['X-Forwarded-For'] = '203.0.113.5'
}

const askAsPartner = async ({ path }: Endpoint, body: object, authorization = `Bearer ${key}`) =>
  api.send(path, {
    method: 'POST',
    headers: { Authorization: authorization, 'X-Forwarded-For': '203.0.113.5' },
    body: JSON.stringify(body),
  })

/** @returns the status of the reply */
async function statusOf(endpoint: Endpoint, by: Case['by'], body: object): Promise<number> {
  if (by === 'partner') return (await askAsPartner(endpoint, body)).status
  return (await api.call(endpoint, { token: by ? '' : tokens.boss, body, forge: from })).status
}

describe('a change', () => {
  test('is each call but those that read: all are looked at here', () => {
    const elsewhere: Endpoint[] = [logout, withdraw]
    // Marks that a person makes for themselves, which nobody else sees.
    const own: Endpoint[] = [changeFavourite, orderFavourites, seeNotices]
    const known = [...cases.keys(), ...elsewhere, ...own]
    expect(changing.filter((endpoint) => !known.includes(endpoint))).toEqual([])
  })

  test.each(told)('$name is recorded in one line when it is done', async ({ endpoint }) => {
    const { by, good } = cases.get(endpoint) as Case
    const { body, told } = await good()
    expect(await statusOf(endpoint, by, body)).toBe(200)
    const who = { actor: 'account', id: ids.boss, network: ids.boss, address: '203.0.113.5' }
    const what = { action: endpoint.name, subjectId: expect.any(String), detail: {} }
    expect(await recorded()).toEqual([{ ...who, ...what, ...told }])
  })

  test.each(told)('$name leaves no line when it is refused', async ({ endpoint }) => {
    const { by, bad } = cases.get(endpoint) as Case
    const body = await bad()
    expect(await statusOf(endpoint, by, body)).toBeGreaterThanOrEqual(400)
    if (!by) expect((await api.call(endpoint, { body })).status).toBe(401)
    expect(await recorded()).toEqual([])
  })

  test('signing out and leaving are recorded, too, of whoever does it', async () => {
    const id = await makeAccount(api.db, site, 'leaving@example.test', undefined, false)
    const token = await signIn(api, 'leaving@example.test')
    const again = await signIn(api, 'leaving@example.test')
    await api.db.query('delete from audit')
    expect((await api.call(withdraw, { token, body: { password: 'wrong' } })).status).toBe(422)
    expect((await api.call(logout)).status).toBe(401)
    await api.ask(logout, { token: again, body: {} })
    await api.ask(withdraw, { token, body: { password } })
    expect((await api.call(logout, { token })).status).toBe(401)
    expect(await recorded()).toMatchObject([
      { id, network: id, action: 'logout' },
      { id, network: id, action: 'withdraw', ...ofAccount(id) },
    ])
  })
})

describe('what completes by itself is recorded as the background’s', () => {
  const background = { actor: 'background', id: null, address: null }

  test.each(['verified', 'code_missing'] as const)('a verification that ends: %s', async (outcome) => {
    const id = await bossChannel({ verification: 'verifying' })
    await settleVerification(api.db, id, outcome, noted.jobs)
    // Once more it does nothing.
    await settleVerification(api.db, id, outcome, noted.jobs)
    expect(await recorded()).toEqual([
      { ...background, network: ids.boss, action: 'verifyChannel', ...ofChannel(id), detail: { outcome } },
    ])
  })

  test('a registration that waited', async () => {
    const id = await waiting()
    await settleRequest(api.db, id, { found: one })
    expect(await recorded()).toMatchObject([
      { ...background, action: 'addChannel', detail: { channel_id: one.channelId, request: id } },
    ])
  })

  test('a registration that was given up', async () => {
    const id = await waiting()
    await settleRequest(api.db, id, { failure: 'channel_unknown' })
    expect(await recorded()).toMatchObject([
      { ...background, subject: 'request', subjectId: String(id), detail: { failure: 'channel_unknown' } },
    ])
  })
})

test('what changes nothing is not recorded', async () => {
  const id = await bossChannel({ verification: 'verifying' })
  await assign(api.db, id, ids.member)
  await api.ask(verifyChannel, { token: tokens.boss, body: { id } })
  await api.ask(assignChannel, { token: tokens.boss, body: { id, members: [ids.member] } })
  expect(await recorded()).toEqual([])
})

describe('the operator’s command', () => {
  const audit = async (...words: string[]) => (await operate(api.db, 'audit', ...words)).lines
  let id: number

  beforeEach(async () => {
    id = await waiting()
    await settleRequest(api.db, id, { found: one })
    const [channel] = await api.db.query<{ id: number }>('select registration_id as id from channels')
    id = channel?.id ?? 0
    await api.ask(assignChannel, { token: tokens.boss, body: { id, members: [ids.member] } })
    await api.ask(verifyChannel, { token: tokens.member, body: { id } })
  })

  test('prints who did what to whom, the newest first', async () => {
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
    const lines = await audit()
    expect(lines).toHaveLength(3)
    const [verified, assigned, added] = lines.map((line) => line.replace(new RegExp(`^${at}  `), ''))
    expect(verified).toBe(
      `member@example.test of example.test (unknown)  verifyChannel  channel ${id} ${one.name}`,
    )
    expect(assigned).toContain(`assignChannel  channel ${id} ${one.name}  members: ${ids.member}`)
    expect(added).toMatch(
      new RegExp(
        `^background of example.test  addChannel  channel ${id} ${one.name}  .*channel_id: ${one.channelId}`,
      ),
    )
  })

  const actions = async (...words: string[]) =>
    JSON.parse((await audit(...words, '--json')).join('\n')).map(({ action }: { action: string }) => action)

  test('chooses by site, network, person, channel, action and day', async () => {
    const all = ['verifyChannel', 'assignChannel', 'addChannel']
    expect(await actions('--site', 'www.example.test')).toEqual(all)
    expect(await actions('--network', 'BOSS@example.test')).toEqual(all)
    expect(await actions('--network', 'rival@example.test')).toEqual([])
    expect(await actions('--by', 'member@example.test')).toEqual(['verifyChannel'])
    expect(await actions('--by', `account:${ids.boss}`, '--site', 'example.test')).toEqual(['assignChannel'])
    expect(await actions('--by', 'background')).toEqual(['addChannel'])
    expect(await actions('--by', 'operator')).toEqual([])
    expect(await actions('--by', '1')).toEqual([])
    expect(await actions('--channel', one.channelId)).toEqual(all)
    expect(await actions('--channel', String(id))).toEqual(all)
    expect(await actions('--channel', channelNamed('none'))).toEqual([])
    expect(await actions('--action', 'assignChannel')).toEqual(['assignChannel'])
    expect(await actions('--limit', '2')).toEqual(all.slice(0, 2))
    await api.db.query(`update audit set made_at = '2026-03-02T23:59:59.9Z' where action = 'assignChannel'`)
    expect(await actions('--from', '2026-03-02', '--to', '2026-03-02')).toEqual(['assignChannel'])
    expect(await actions('--to', '2026-03-01')).toEqual([])
    expect(await actions('--from', '2026-03-03')).toEqual(['verifyChannel', 'addChannel'])
  })

  test('follows a channel back to when it waited', async () => {
    await api.db.query('delete from audit')
    await api.db.exec('delete from assignments; delete from channels')
    tube.trouble = 'quota'
    const { request } = await api.ask(addChannel, {
      token: tokens.member,
      body: { link, category: 'people' },
    })
    await settleRequest(api.db, request?.id ?? 0, { found: one })
    expect(await actions('--channel', one.channelId)).toEqual(['addChannel', 'addChannel'])
  })

  test('keeps what somebody did who has been removed, without their name', async () => {
    const gone = await newMember('gone')
    await recordChange(api.db, { kind: 'account', id: gone, siteId: site.id }, { action: 'changeAccount' })
    expect((await audit())[0]).toContain(`  gone${made}@example.test of example.test  changeAccount`)
    await api.ask(removeMember, { token: tokens.boss, body: { target: gone, password } })
    expect((await audit())[1]).toContain(`  account ${gone} of example.test  changeAccount`)
    await expect(audit('--by', `gone${made}@example.test`)).rejects.toThrow('There is no account gone')
  })

  test.each([
    [['--from', 'yesterday'], '--from is a day'],
    [['--limit', '0'], '--limit is a whole number'],
    [['--channel', 'mine'], 'Name a channel by'],
    [['--site', 'nowhere.test'], 'There is no site nowhere.test.'],
    [['--network', 'nobody@example.test'], 'There is no network nobody@example.test.'],
    [['everything'], 'Give only options.'],
  ])('says what is wrong with %j', async (words, why) => {
    await expect(audit(...words)).rejects.toThrow(why)
  })
})
