import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readChannelHistory } from '#contract/channels/channel-history.ts'
import { setEarningDay } from '#contract/channels/earning-day.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import { createAccount, createChannel, insertAssignment, listAuditEntries } from '#tests/support/accounts.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let boss: Person
let ann = 0
let [own, other, pending] = [0, 0, 0]

beforeAll(async () => {
  on = await startFactorApi(undefined, createRecordingJobs().jobs)
  await on.reset()
  // In Pacific time it is still the day before.
  on.api.clock.now = new Date('2026-11-20T07:00:00Z')
  operator = await on.createPerson('manager')
  boss = await on.createPerson('manager')
  const site = await findSite(on.api.db, 'example.test')
  if (!site) throw new Error('There is no site.')
  ann = await createAccount(on.api.db, site, 'ann@example.test', boss.networkId)
  await runOperator(on.api.db, 'account', 'grant-operator', operator.email, '--site', 'example.test')
  await on.enrolTotp(operator)
})
afterAll(() => on.api.close())
beforeEach(async () => {
  const { db } = on.api
  await execAsOwner(
    db,
    'delete from assignments; delete from channels; delete from months; delete from audit_log',
  )
  const earnsFrom = '2026-10-05'
  own = await createChannel(db, operator.networkId, channelIdFor('own'), { earnsFrom })
  other = await createChannel(db, boss.networkId, channelIdFor('other'), { earnsFrom })
  pending = await createChannel(db, operator.networkId, channelIdFor('pending'), { approval: 0 })
  await queryRaw(db, 'update channels set earns_from = null where registration_id = $1', [pending])
})

const set = async (from: string, id = own, { token } = operator) => {
  const outcome = await requestOutcome(on.api, setEarningDay, { token, body: { id, from } })
  return Array.isArray(outcome) ? outcome : 'ok'
}

const readDay = async (id = own) =>
  (
    await queryRaw<{ day: string }>(
      on.api.db,
      'select earns_from::text as day from channels where registration_id = $1',
      [id],
    )
  )[0]?.day

test('is changed by a session with the operator’s rights, which the audit log names', async () => {
  expect(await set('2026-09-01')).toBe('ok')
  expect((await on.api.call(readChannelHistory, { ...operator, query: { id: own } })).earnsFrom).toBe(
    '2026-09-01',
  )
  expect(
    await queryRaw(
      on.api.db,
      `select actor, actor_id, network_id, action, subject || ' ' || subject_id as subject, detail from audit_log`,
    ),
  ).toEqual([
    {
      actor: 'account',
      actor_id: operator.id,
      network_id: operator.networkId,
      action: 'setEarningDay',
      subject: `channel ${own}`,
      detail: { before: { earns_from: '2026-10-05' }, after: { earns_from: '2026-09-01' } },
    },
  ])
  expect(await set('2026-09-01')).toBe('ok')
  expect(await listAuditEntries(on.api.db)).toHaveLength(1)
})

test('is changed of another network’s channel as well, with its figures and its first assignment', async () => {
  const { db } = on.api
  await insertFacts(
    db,
    ['2026-09-10', '2026-10-05'].map((day) => ({
      day,
      channelId: channelIdFor('other'),
      videoId: videoIdFor('v'),
      country: 'KR',
      views: 1,
      premiumViews: 0,
      revenueMicros: 10_000_000,
      premiumRevenueMicros: 0,
    })),
  )
  await insertAssignment(db, other, ann)
  await queryRaw(db, `update assignments set from_day = '2026-10-05'`)
  await insertClosedMonth(db, '2026-09')
  expect(await set('2026-09-10', other)).toBe('ok')
  expect(await queryRaw(db, 'select from_day::text from assignments')).toEqual([{ from_day: '2026-09-10' }])
  expect(await queryRaw(db, 'select network_id, day::text from channel_daily order by day')).toEqual(
    ['2026-09-10', '2026-10-05'].map((day) => ({ network_id: boss.networkId, day })),
  )
  expect(await findBrokenChannelInvariants(db)).not.toContainEqual(expect.stringContaining('figures'))
  expect(await queryRaw(db, 'select actor_id, network_id from audit_log')).toEqual([
    { actor_id: operator.id, network_id: boss.networkId },
  ])
})

test('is refused to everybody else, and to an operator without a second factor', async () => {
  expect(await set('2026-09-01', other, boss)).toEqual(['forbidden'])
  const unproven = await on.createPerson('manager')
  await runOperator(on.api.db, 'account', 'grant-operator', unproven.email, '--site', 'example.test')
  expect(await set('2026-09-01', own, unproven)).toEqual(['second_factor_required'])
  expect(await set('2026-09-01', own, { ...boss, token: 'none' })).toEqual(['unauthenticated'])
  expect([await readDay(own), await readDay(other)]).toEqual(['2026-10-05', '2026-10-05'])
})

test('a day to come, or before YouTube, and an id that nobody has', async () => {
  expect(await set('2026-11-20')).toEqual(['invalid', 'from day_future'])
  expect(await set('2026-11-19')).toBe('ok')
  for (const day of ['0000-01-01', '2004-12-31', '2026-02-30', ''])
    expect(await set(day)).toEqual(['invalid', 'from day_invalid'])
  for (const id of [0, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect(await set('2026-09-01', id)).toEqual(['not_found'])
})

test('a channel that was never approved, or is gone', async () => {
  expect(await set('2026-09-01', pending)).toEqual(['unapproved'])
  await queryRaw(on.api.db, 'update channels set removed_at = now() where registration_id = $1', [own])
  expect(await set('2026-09-01')).toEqual(['not_found'])
})

test('days of closed months are not taken away, and another registration keeps what it earned', async () => {
  const { db } = on.api
  expect(await set('2026-10-20')).toBe('ok')
  await insertClosedMonth(db, '2026-10')
  expect(await set('2026-11-02')).toEqual(['month_closed', 'from closed_days_lost'])
  const old = await createChannel(db, boss.networkId, channelIdFor('old'), { earnsFrom: '2025-06-01' })
  await queryRaw(
    db,
    `update channels set removed_at = '2026-05-24T20:00:00Z', channel_id = $2 where registration_id = $1`,
    [old, channelIdFor('own')],
  )
  expect(await set('2026-05-23')).toEqual(['invalid', 'from day_earned'])
  expect(await readDay()).toBe('2026-10-20')
  expect(await set('2026-05-24')).toBe('ok')
})
