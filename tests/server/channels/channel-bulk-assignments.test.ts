import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assignChannels, deleteChannel, unassignChannels } from '#contract/channels/channel-changes.ts'
import { maxBulkChannels } from '#contract/channels/channels.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { setPayoutShares } from '#contract/settlement/payout-shares.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  listAuditEntries,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let ids: number[]
let rivalChannel: number
const accountIds: Record<string, number> = {}
const tokens: Record<string, string> = {}
const { jobs } = createRecordingJobs()
const unreviewed = { approval: 0, verification: 'pending' }

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs })
  const site = await createSite(api.db)
  accountIds.boss = await createAccount(api.db, site, 'boss@example.test')
  accountIds.rival = await createAccount(api.db, site, 'rival@example.test')
  for (const name of ['ann', 'ben'])
    accountIds[name] = await createAccount(api.db, site, `${name}@example.test`, accountIds.boss)
  accountIds.cho = await createAccount(api.db, site, 'cho@example.test', accountIds.rival)
  for (const name of ['boss', 'rival', 'ann']) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from payout_shares; delete from assignments; delete from channels; delete from rate_limit_windows; update accounts set removed_at = null',
  )
  await execAsOwner(api.db, 'delete from audit_log')
  ids = []
  for (const name of ['a', 'b', 'c'])
    ids.push(await createChannel(api.db, accountIds.boss ?? 0, channelIdFor(name), unreviewed))
  rivalChannel = await createChannel(api.db, accountIds.rival ?? 0, channelIdFor('rival'), unreviewed)
})

const membersNamed = (...names: string[]) => names.map((name) => accountIds[name] ?? 0)

const send = async (endpoint: Endpoint, body: object, who = 'boss') => {
  const { status, body: reply } = await api.request(endpoint, { token: tokens[who], body })
  return status === 200 ? { changed: reply.changed } : { code: reply.code, fields: reply.fields }
}

/** Reads the live assignments, by channel. */
const readAssignees = async () =>
  Promise.all(
    [...ids, rivalChannel].map(async (id) =>
      (
        await queryRaw<{ name: string }>(
          api.db,
          `select a.nickname as name
          from assignments s
          join accounts a on a.id = s.account_id
          where s.registration_id = $1
            and s.unassigned_at is null
          order by a.id`,
          [id],
        )
      )
        .map(({ name }) => name)
        .join(' '),
    ),
  )

describe('many channels at once', () => {
  test('are assigned and unassigned, with an entry in the audit log for each that changed', async () => {
    const [a = 0, b = 0, c = 0] = ids
    const [ann = 0, ben = 0] = membersNamed('ann', 'ben')
    await insertAssignment(api.db, a, ann)
    expect(await send(assignChannels, { ids: [a, b, b, c], members: [ann] })).toEqual({ changed: 2 })
    expect(await send(assignChannels, { ids: [a], members: [ann, ben] })).toEqual({ changed: 1 })
    expect(await readAssignees()).toEqual(['ann ben', 'ann', 'ann', ''])
    expect(await send(unassignChannels, { ids, members: [ben] })).toEqual({ changed: 1 })
    expect(await send(unassignChannels, { ids: [b, c], members: [ann, ben] })).toEqual({ changed: 2 })
    expect(await readAssignees()).toEqual(['ann', '', '', ''])
    const bossPerson = await findPerson(api.db, 'boss@example.test')
    const entry = (action: string, id: number, before: number[], after: number[]) => ({
      action,
      actor: bossPerson,
      subject: `channel ${id}`,
      detail: { before: { members: before }, after: { members: after } },
    })
    expect(await listAuditEntries(api.db)).toEqual([
      entry('assignChannels', b, [], [ann]),
      entry('assignChannels', c, [], [ann]),
      entry('assignChannels', a, [ann], [ann, ben]),
      entry('unassignChannels', a, [ann, ben], [ann]),
      entry('unassignChannels', b, [ann], []),
      entry('unassignChannels', c, [ann], []),
    ])
  })

  const foreign: [string, () => { ids: number[]; members: number[] }, () => Record<string, string>][] = [
    [
      'another network’s channel',
      () => ({ ids: [...ids, rivalChannel], members: membersNamed('ann') }),
      () => ({ [`ids.${rivalChannel}`]: 'channel_missing' }),
    ],
    [
      'another network’s member',
      () => ({ ids, members: membersNamed('ann', 'cho') }),
      () => ({ [`members.${accountIds.cho}`]: 'member_missing' }),
    ],
    [
      'the manager, who is no member',
      () => ({ ids, members: membersNamed('boss') }),
      () => ({ [`members.${accountIds.boss}`]: 'member_missing' }),
    ],
    [
      'ids that nobody can have',
      () => ({ ids: [...ids, 2 ** 31, 2 ** 53 - 1], members: membersNamed('ann') }),
      () => ({ [`ids.${2 ** 31}`]: 'channel_missing', [`ids.${2 ** 53 - 1}`]: 'channel_missing' }),
    ],
  ]
  test.each(foreign)('with %s are refused as a whole, and it is named', async (_, body, missing) => {
    await insertAssignment(api.db, ids[0] ?? 0, accountIds.ann ?? 0)
    const before = await readAssignees()
    for (const endpoint of [assignChannels, unassignChannels]) {
      const { code, fields } = await send(endpoint, body())
      expect(code).toBe('not_found')
      const codes = Object.entries(fields as Record<string, { code: string }>).map(([name, one]) => [
        name,
        one.code,
      ])
      expect(Object.fromEntries(codes)).toEqual(missing())
    }
    expect(await readAssignees()).toEqual(before)
    expect(await listAuditEntries(api.db)).toEqual([])
  })

  test('with a deleted channel are refused as a whole', async () => {
    const [a = 0] = ids
    await api.call(deleteChannel, { token: tokens.boss, body: { id: a, acknowledged: 'on', password } })
    expect(await send(assignChannels, { ids, members: membersNamed('ann') })).toMatchObject({
      code: 'not_found',
      fields: { [`ids.${a}`]: { code: 'channel_missing', message: expect.any(String) } },
    })
    expect(await readAssignees()).toEqual(['', '', '', ''])
  })

  test('are for the manager only, up to a limit', async () => {
    const members = membersNamed('ann')
    await insertAssignment(api.db, ids[0] ?? 0, accountIds.ann ?? 0)
    for (const endpoint of [assignChannels, unassignChannels]) {
      expect((await send(endpoint, { ids, members }, 'ann')).code).toBe('forbidden')
      expect((await send(endpoint, { ids, members }, 'rival')).code).toBe('not_found')
      const tooMany = Array.from({ length: maxBulkChannels + 1 }, (_, at) => at + 1)
      for (const refused of [
        { ids: tooMany, members },
        { ids: [], members },
      ])
        expect(await send(endpoint, refused)).toMatchObject({
          code: 'invalid',
          fields: { ids: { code: 'channels_required' } },
        })
      expect(await send(endpoint, { ids, members: [] })).toMatchObject({
        fields: { members: { code: 'members_required' } },
      })
    }
    expect(await readAssignees()).toEqual(['ann', '', '', ''])
  })
})

describe('a thousand channels', () => {
  let counting: ReturnType<typeof createCountingDatabase>
  let many: Api
  let token = ''
  let thousand: number[]

  beforeAll(() => {
    counting = createCountingDatabase(api.db)
  })
  beforeEach(async () => {
    many = await startApi(counting.db, undefined, { jobs })
    token = await signIn(many, 'boss@example.test')
    thousand = (
      await queryRaw<{ id: number }>(
        api.db,
        `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
          verification_code, earns_from)
        select 'UC' || lpad(n::text, 22, '0'), $1, 'Channel ' || n, 'people', 2, 'verified', 'ABCD1234', '2026-01-05'
        from generate_series(1, $2::integer) n
        returning registration_id as id`,
        [accountIds.boss, maxBulkChannels],
      )
    ).map(({ id }) => id)
  })

  /** @returns the number of statements */
  async function count(endpoint: Endpoint, body: object): Promise<number> {
    const before = counting.statements
    await many.call(endpoint, { token, body: { ids: thousand, ...body } })
    return counting.statements - before
  }

  test('are assigned, divided and unassigned in a few statements', async () => {
    const members = membersNamed('ann', 'ben')
    const shares = members.map((member) => ({ member, permille: 300 }))
    expect(await count(assignChannels, { members })).toBeLessThan(30)
    expect(await count(setPayoutShares, { shares })).toBeLessThan(30)
    expect(await count(unassignChannels, { members })).toBeLessThan(30)
    const entries = await queryRaw<{ action: string; count: number }>(
      api.db,
      'select action, count(*)::integer from audit_log group by action order by action',
    )
    expect(entries).toEqual(
      ['assignChannels', 'setPayoutShares', 'unassignChannels'].map((action) => ({ action, count: 1_000 })),
    )
  })

  test('are not assigned to too many members at once', async () => {
    const members = Array.from({ length: 11 }, (_, at) => at + 1)
    for (const [endpoint, field, body] of [
      [assignChannels, 'members', { members }],
      [setPayoutShares, 'shares', { shares: members.map((member) => ({ member, permille: 1 })) }],
    ] as const)
      expect(await send(endpoint, { ids: thousand, ...body })).toMatchObject({
        code: 'invalid',
        fields: { [field]: { code: 'assignments_many' } },
      })
  })
})

test('two calls for the same channels in opposite orders both end, as if one came after the other', async () => {
  const members = membersNamed('ann', 'ben')
  for (let round = 0; round < 6; round++) {
    const [assigned, unassigned] = await Promise.all([
      send(assignChannels, { ids, members }),
      send(unassignChannels, { ids: [...ids].reverse(), members: [...members].reverse() }),
    ])
    expect(assigned).toEqual({ changed: 3 })
    const all = await readAssignees()
    // If unassigning went first, there was nothing to remove.
    expect(all).toEqual(unassigned.changed === 0 ? ['ann ben', 'ann ben', 'ann ben', ''] : ['', '', '', ''])
    expect([0, 3]).toContain(unassigned.changed)
    await execRaw(api.db, 'delete from assignments')
  }
})

test('assigned while the member or a channel is deleted: nobody who is gone has one', async () => {
  const [a = 0] = ids
  const ann = accountIds.ann ?? 0
  const [assigned] = await Promise.all([
    send(assignChannels, { ids, members: [ann] }),
    api.request(deleteChannel, { token: tokens.boss, body: { id: a, acknowledged: 'on', password } }),
    api.request(deleteMember, { token: tokens.boss, body: { target: ann, password } }),
  ])
  if (assigned.code !== undefined) expect(assigned.code).toBe('not_found')
  expect(await readAssignees()).toEqual(['', '', '', ''])
  expect(await findBrokenChannelInvariants(api.db)).toEqual([])
})
