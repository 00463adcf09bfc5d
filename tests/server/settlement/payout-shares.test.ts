import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assignChannels } from '#contract/channels/channel-changes.ts'
import type { EndpointBody } from '#contract/platform/endpoint.ts'
import { readPayoutShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let ids: { one: number; two: number; foreign: number }
const people: Record<string, number> = {}
let token = ''
const channel = channelIdFor('one')

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  const site = await createSite(api.db)
  people.boss = await createAccount(api.db, site, 'boss@example.test')
  people.rival = await createAccount(api.db, site, 'rival@example.test')
  for (const name of ['ann', 'ben'])
    people[name] = await createAccount(api.db, site, `${name}@example.test`, people.boss)
  people.cho = await createAccount(api.db, site, 'cho@example.test', people.rival)
  token = await signIn(api, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `delete from payout_shares; delete from assignments; delete from channels; delete from months;
    delete from rate_limit_windows`,
  )
  await clearAuditLog(api.db)
  // In Pacific time it is still the day before that of UTC.
  api.clock.now = new Date('2026-04-10T02:00:00Z')
  ids = {
    one: await createChannel(api.db, people.boss ?? 0, channel),
    two: await createChannel(api.db, people.boss ?? 0, channelIdFor('two')),
    foreign: await createChannel(api.db, people.rival ?? 0, channelIdFor('foreign')),
  }
  await execRaw(api.db, `update channels set earns_from = '2026-01-05'`)
})

const getId = (name: string) => people[name] ?? 0
const read = async () => api.call(readPayoutShares, { token, query: { channel } })
const set = async (
  shares: Record<string, number>,
  options: Partial<EndpointBody<typeof setPayoutShares>> = {},
) => {
  const list = Object.entries(shares).map(([name, permille]) => ({ member: getId(name), permille }))
  const body = { ids: [ids.one], fromDay: '2026-03-01', shares: list, ...options }
  const { status, body: reply } = await api.request(setPayoutShares, { token, body })
  return status === 200 ? 'set' : { code: reply.code, fields: reply.fields && Object.keys(reply.fields) }
}
const assign = async (name: string, at: string, until: string | null = null) => {
  await insertAssignment(api.db, ids.one, getId(name))
  await queryRaw(
    api.db,
    `update assignments
    set from_day = ($2::timestamptz at time zone 'America/Los_Angeles')::date,
      unassigned_at = $3,
      until_day = ($3::timestamptz at time zone 'America/Los_Angeles')::date
    where account_id = $1 and registration_id = $4 and unassigned_at is null`,
    [getId(name), at, until, ids.one],
  )
}

test('a channel says who has it, and of one member nothing is undecided', async () => {
  await assign('ann', '2026-03-10T12:00:00Z')
  expect(await read()).toMatchObject({
    id: ids.one,
    channelId: channel,
    members: [{ id: getId('ann'), nickname: 'ann' }],
    sets: [],
    undecidedFrom: null,
    firstDay: null,
    today: '2026-04-09',
  })
})

test('with two members it is undecided from the day of the second one until there are shares', async () => {
  await assign('ann', '2026-03-10T12:00:00Z')
  await assign('ben', '2026-04-03T03:00:00Z')
  expect((await read()).undecidedFrom).toBe('2026-04-02')
  expect(await set({ ann: 600, ben: 300 }, { fromDay: '2026-04-05' })).toBe('set')
  expect((await read()).undecidedFrom).toBe('2026-04-02')
  expect(await set({ ann: 600, ben: 300 }, { fromDay: '2026-04-02' })).toBe('set')
  const { undecidedFrom, sets } = await read()
  expect(undecidedFrom).toBeNull()
  expect(sets.map(({ fromDay }) => fromDay)).toEqual(['2026-04-05', '2026-04-02'])
  expect(sets[0]?.shares).toEqual([
    { member: { id: getId('ann'), nickname: 'ann' }, permille: 600 },
    { member: { id: getId('ben'), nickname: 'ben' }, permille: 300 },
  ])
})

test('days before it earns, and those of months that nobody will close, are not undecided', async () => {
  await assign('ann', '2025-05-01T12:00:00Z')
  await assign('ben', '2025-05-01T12:00:00Z', '2026-02-20T12:00:00Z')
  expect((await read()).undecidedFrom).toBeNull()
  await execRaw(api.db, `insert into months (month) values ('2026-02-01')`)
  await execRaw(
    api.db,
    `insert into month_loads (owner, month, source, file_name, sha256, state)
    values ('main', '2026-02-01', 'ads', 'ads.csv', 'x', 'current')`,
  )
  expect((await read()).undecidedFrom).toBe('2026-02-01')
  await execRaw(api.db, `update channels set earns_from = '2026-02-10'`)
  expect((await read()).undecidedFrom).toBe('2026-02-10')
  await execRaw(api.db, `delete from month_loads`)
})

test('the set of a day is replaced, and the same one again changes nothing', async () => {
  expect(await set({ ann: 600, ben: 400 })).toBe('set')
  expect(await set({ ann: 600, ben: 400 })).toBe('set')
  expect(await listAuditEntries(api.db)).toHaveLength(1)
  expect(await set({ ann: 505 })).toBe('set')
  expect((await read()).sets).toMatchObject([{ fromDay: '2026-03-01', shares: [{ permille: 505 }] }])
  expect(await listAuditEntries(api.db)).toHaveLength(2)
})

test('several channels are set at once, after they have been assigned', async () => {
  await api.call(assignChannels, {
    token,
    body: { ids: [ids.one, ids.two], members: [getId('ann'), getId('ben')] },
  })
  expect((await read()).undecidedFrom).toBe('2026-03-01')
  expect(await set({ ann: 500, ben: 500 }, { ids: [ids.two, ids.one], fromDay: '2026-03-01' })).toBe('set')
  expect((await read()).undecidedFrom).toBeNull()
  await execRaw(api.db, 'delete from payout_shares')
  // Without a day they begin where the channels are undecided, and then today.
  expect(await set({ ann: 500, ben: 500 }, { ids: [ids.one, ids.two], fromDay: undefined })).toBe('set')
  expect((await read()).sets.map(({ fromDay }) => fromDay)).toEqual(['2026-03-01'])
  expect(await set({ ann: 400, ben: 500 }, { ids: [ids.one, ids.two], fromDay: undefined })).toBe('set')
  expect((await read()).sets.map(({ fromDay }) => fromDay)).toEqual(['2026-04-09', '2026-03-01'])
  const rows = await queryRaw<{ id: number }>(
    api.db,
    'select distinct registration_id as id from payout_shares order by 1',
  )
  expect(rows.map(({ id }) => id)).toEqual([ids.one, ids.two])
})

describe('nothing is set, for any of the channels', () => {
  test.each([
    ['more than a whole', { ann: 600, ben: 401 }, {}, { code: 'invalid', fields: ['shares'] }],
    ['nobody', {}, {}, { code: 'invalid', fields: ['shares'] }],
    ['less than nothing', { ann: -1 }, {}, { code: 'invalid' }],
    [
      'a day that does not exist',
      { ann: 1 },
      { fromDay: '2026-02-30' },
      { code: 'invalid', fields: ['fromDay'] },
    ],
  ])('with %s', async (_, shares, options, refusal) => {
    expect(await set(shares as Record<string, number>, options)).toMatchObject(refusal)
    expect((await read()).sets).toEqual([])
  })

  test('with a member twice', async () => {
    const twice = { member: getId('ann'), permille: 100 }
    expect(await set({}, { shares: [twice, twice] })).toEqual({ code: 'invalid', fields: ['shares'] })
  })

  test('with a channel or member of another network', async () => {
    expect(await set({ ann: 500 }, { ids: [ids.one, ids.foreign] })).toEqual({
      code: 'not_found',
      fields: [`ids.${ids.foreign}`],
    })
    expect(await set({ ann: 500, cho: 100 })).toEqual({
      code: 'not_found',
      fields: [`members.${getId('cho')}`],
    })
    expect((await read()).sets).toEqual([])
  })

  test('in a closed month', async () => {
    await execAsOwner(
      api.db,
      `insert into months (month, state, closed_at, krw_micros) values ('2026-03-01', 'closed', now(), 1400000000)`,
    )
    expect(await set({ ann: 500 }, { fromDay: '2026-03-31' })).toEqual({
      code: 'month_closed',
      fields: undefined,
    })
    // Shares last until later ones: those of an earlier month would count in the closed one.
    expect(await set({ ann: 500 }, { fromDay: '2026-02-15' })).toMatchObject({ code: 'month_closed' })
    expect(await set({ ann: 500 }, { fromDay: '2026-04-01' })).toBe('set')
    expect((await read()).firstDay).toBe('2026-04-01')
  })
})
