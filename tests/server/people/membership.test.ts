import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMembers } from '#contract/people/members.ts'
import { endMembership } from '#contract/people/membership/membership.ts'
import { readMe } from '#contract/people/session.ts'
import {
  createAccount,
  createChannel,
  createSite,
  listAuditEntries,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let token = ''
let [network, other, kim, channel] = [0, 0, 0, 0]
const email = 'kim@example.test'

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    'truncate sites, accounts, channels, months, rate_limit_windows restart identity cascade',
  )
  // In Pacific time it is 2026-04-09.
  api.clock.now = new Date('2026-04-10T02:00:00Z')
  const site = await createSite(api.db)
  network = await createAccount(api.db, site, 'boss@example.test')
  other = await createAccount(api.db, site, 'other@example.test')
  kim = await createAccount(api.db, site, email, network)
  channel = await createChannel(api.db, network, channelIdFor('one'), { earnsFrom: '2026-02-05' })
  await queryRaw(
    api.db,
    `insert into assignments (registration_id, account_id, assigned_at, from_day) values ($1, $2, now(), '2026-02-05')`,
    [channel, kim],
  )
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-02-01', 200)`,
    [kim],
  )
  token = await signIn(api, 'boss@example.test')
  await clearAuditLog(api.db)
})

const readAssignments = () =>
  queryRaw(
    api.db,
    `select registration_id as id, account_id as member, from_day::text as "from", until_day::text as until
    from assignments order by 1, 2, 3`,
  )
const readFees = () =>
  queryRaw(
    api.db,
    `select from_day::text as "from", permille from fee_rates where account_id = $1 order by from_day`,
    [kim],
  )
const readAccount = async () =>
  (
    await queryRaw<{ network: number; roles: string[] }>(
      api.db,
      'select network_id as network, roles from accounts where id = $1',
      [kim],
    )
  )[0]
const end = (body: object = {}) =>
  requestOutcome(api, endMembership, { token, body: { target: kim, password, ...body } })

describe('a manager ends a membership', () => {
  test('from a day on: the account stays, channels stay with the network', async () => {
    const member = await signIn(api, email)
    expect(await end({ until: '2026-04-01' })).toMatchObject({ success: true })
    expect(await readAccount()).toEqual({ network: kim, roles: [] })
    expect(await readAssignments()).toEqual([
      { id: channel, member: kim, from: '2026-02-05', until: '2026-04-01' },
    ])
    expect(await readFees()).toEqual([
      { from: '2026-02-01', permille: 200 },
      { from: '2026-04-01', permille: 0 },
    ])
    expect((await api.call(listMembers, { token })).total).toBe(0)
    expect(await api.call(readMe, { token: member })).toMatchObject({ user: { email, roles: [] } })
    const entries = await listAuditEntries(api.db)
    expect(entries.at(-1)).toMatchObject({
      action: 'endMembership',
      subject: `account ${kim}`,
      detail: {
        until: '2026-04-01',
        before: { network, roles: ['member'], fee_rate: 20, registrations: [channel] },
        after: { network: kim, roles: [] },
      },
    })
    expect(
      await queryRaw(
        api.db,
        `select kind from security_events where account_id = $1 and kind = 'role-changed'`,
        [kim],
      ),
    ).toHaveLength(1)
  })

  test('today, unless they name a day, with their own password', async () => {
    expect(await end({ password: 'wrong' })).toEqual(['invalid', 'password password_wrong'])
    expect(await end({ until: '2026-05-01' })).toEqual(['invalid', 'until day_future'])
    await insertClosedMonth(api.db, '2026-03')
    expect(await end({ until: '2026-03-31' })).toEqual(['month_closed', 'until day_closed'])
    expect(await readAccount()).toEqual({ network, roles: ['member'] })
    expect(await end()).toMatchObject({ success: true })
    expect(await readAssignments()).toMatchObject([{ until: '2026-04-09' }])
  })

  test('not before the end of an assignment, whose days would have no fee', async () => {
    await queryRaw(api.db, `update assignments set unassigned_at = now(), until_day = '2026-04-05'`)
    expect(await end({ until: '2026-04-04' })).toEqual(['invalid', 'until day_assigned'])
    expect(await readAccount()).toEqual({ network, roles: ['member'] })
    expect(await end({ until: '2026-04-05' })).toMatchObject({ success: true })
  })

  test('of somebody who waits for approval, who then waits for nobody', async () => {
    await queryRaw(api.db, 'update accounts set awaits_approval = true where id = $1', [kim])
    expect(await end()).toMatchObject({ success: true })
    expect(await queryRaw(api.db, 'select id from accounts where awaits_approval')).toEqual([])
  })

  test('not of somebody who runs the network, nor of others', async () => {
    await queryRaw(api.db, `update accounts set roles = '{reader,member}' where id = $1`, [kim])
    expect(await end()).toEqual(['forbidden'])
    token = await signIn(api, 'other@example.test')
    expect(await end()).toEqual(['not_found'])
  })
})

describe('the operator moves a member', () => {
  const run = (from: string) =>
    runOperator(
      api.db,
      ...[
        'account',
        'move',
        email,
        '--network',
        'other@example.test',
        '--from',
        from,
        '--site',
        'example.test',
      ],
    )

  test('on the first open day, with the default fee of the other network; channels stay', async () => {
    await queryRaw(api.db, 'update accounts set default_fee_permille = 300 where id = $1', [other])
    await insertClosedMonth(api.db, '2026-03')
    expect((await run('2026-04-01')).text).toContain('1 channel stayed with the previous network.')
    expect(await readAccount()).toEqual({ network: other, roles: ['member'] })
    expect(await readAssignments()).toMatchObject([{ until: '2026-04-01' }])
    expect(await readFees()).toEqual([
      { from: '2026-02-01', permille: 200 },
      { from: '2026-04-01', permille: 300 },
    ])
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'account move',
      detail: { from: '2026-04-01', before: { network, fee_rate: 20 }, after: { network: other } },
    })
  })

  test('not before the end of an assignment, whose days would have the other network’s fee', async () => {
    await insertClosedMonth(api.db, '2026-03')
    await queryRaw(api.db, `update assignments set unassigned_at = now(), until_day = '2026-04-05'`)
    await expect(run('2026-04-01')).rejects.toThrow('had channels until after 2026-04-01')
    expect(await readAccount()).toEqual({ network, roles: ['member'] })
  })

  test('only once one network owes the month, and has paid', async () => {
    await insertClosedMonth(api.db, '2026-02')
    await expect(run('2026-04-01')).rejects.toThrow('close these months first, or choose 2026-03-01')
    await expect(run('2026-02-10')).rejects.toThrow('is in a closed month')
    expect(await readAccount()).toEqual({ network, roles: ['member'] })
    expect((await run('2026-03-01')).status).toBe(0)
    await expect(run('2026-03-01')).rejects.toThrow('is in that network already')
  })
})

test('somebody who comes back to a network starts with its default fee', async () => {
  await queryRaw(api.db, 'update accounts set default_fee_permille = 300 where id = $1', [network])
  await execAsOwner(api.db, 'delete from assignments')
  const roles = (...words: string[]) =>
    runOperator(api.db, 'account', 'roles', email, ...words, '--site', 'example.test')
  await roles('none')
  await roles('member', '--network', 'boss@example.test')
  expect((await readFees()).at(-1)).toMatchObject({ permille: 300 })
})
