// @module-tag property
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignChannel, unassignChannel } from '#contract/channels/channel-changes.ts'
import { updateAccount, withdrawAccount } from '#contract/people/account.ts'
import { listFeeRates } from '#contract/people/fees.ts'
import { addMember, deleteMember, updateMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { presetPeriods } from '#contract/reports/reports.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { createAccount, createChannel, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs, findBrokenChannelInvariants } from '#tests/support/channel-fixtures.ts'
import { channelIdFor, type Fact, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let managerId: number
let token: string
const registrationIds: number[] = []
const channelNames = ['a', 'b', 'c']
const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
const dayMs = 86_400_000

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  managerId = await createAccount(api.db, await createSite(api.db), 'boss@example.test')
  await queryRaw(api.db, `insert into exchange_rates values ('2020-01-01', 1391234567)`)
  for (const word of channelNames)
    registrationIds.push(await createChannel(api.db, managerId, channelIdFor(word)))
  const facts = channelNames.flatMap((word, at) =>
    days.map(
      (day, of): Fact => ({
        day,
        channelId: channelIdFor(word),
        videoId: videoIdFor(word),
        country: 'KR',
        views: 1_000 * (at + 1) + of,
        premiumViews: 7,
        revenueMicros: 1_234_567 * (at + 1) + of,
        premiumRevenueMicros: 333_333 + of,
      }),
    ),
  )
  await insertFacts(api.db, facts)
})
afterAll(() => api.close())

interface Person {
  email: string
  nickname: string
  /** Percent, by the first day on which it applies. */
  fees: Map<string, number>
  channels: Set<number>
}

/** The expected state of the network. */
type Model = Map<number, Person>

const anyStep = fc.record({
  act: fc.constantFrom(
    ...(['create', 'create', 'create', 'rename', 'fee', 'fee', 'fee', 'sleep', 'sleep'] as const),
    ...(['assign', 'assign', 'unassign', 'remove', 'withdraw'] as const),
  ),
  who: fc.nat(50),
  nickname: fc.constantFrom('하루', '한입', 'ＡＢ', 'Zoe'),
  feeRate: fc.constantFrom(0, 0.1, 12.5, 33.3, 99.9, 100),
  channel: fc.nat(channelNames.length - 1),
  days: fc.integer({ min: 1, max: 9 }),
})
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

let memberCount = 0

/** Performs a step on a member, in the network and in the model. */
type StepHandler = (step: Step, id: number, person: Person, model: Model) => Promise<unknown>

const stepHandlers: Record<Exclude<Step['act'], 'create' | 'sleep'>, StepHandler> = {
  async fee({ feeRate }, id, person) {
    await api.call(updateMember, { token, body: { target: id, fee_rate: feeRate } })
    const today = getPacificDay(api.clock.now)
    const from = person.fees.size === 0 ? earliestDay : today
    if (expectedRate(person, today) !== feeRate) person.fees.set(from, feeRate)
  },
  async assign({ channel }, id, person) {
    await api.call(assignChannel, { token, body: { id: registrationIds[channel], members: [id] } })
    person.channels.add(channel)
  },
  async unassign({ channel }, id, person) {
    const { status } = await api.request(unassignChannel, {
      token,
      body: { id: registrationIds[channel], member: id },
    })
    expect(status).toBe(person.channels.delete(channel) ? 200 : 404)
  },
  async remove(_, id, __, model) {
    await api.call(deleteMember, { token, body: { target: id, password } })
    model.delete(id)
  },
  async withdraw(_, id, { email }, model) {
    await api.call(withdrawAccount, { token: await signIn(api, email), body: { password } })
    model.delete(id)
  },
  async rename({ nickname }, _, person) {
    await api.call(updateAccount, { token: await signIn(api, person.email), body: { nickname } })
    person.nickname = nickname
  },
}

async function applyStep(step: Step, model: Model): Promise<void> {
  if (step.act === 'create') await createMember(step.nickname, model)
  else if (step.act === 'sleep') api.clock.now = new Date(api.clock.now.getTime() + step.days * dayMs)
  else {
    const [id, person] = [...model].at(step.who % Math.max(1, model.size)) ?? []
    if (id !== undefined && person) await stepHandlers[step.act](step, id, person, model)
  }
}

async function createMember(nickname: string, model: Model): Promise<void> {
  const email = `person${++memberCount}@example.test`
  const { member } = await api.call(addMember, { token, body: { user_id: email, password, nickname } })
  model.set(member.id, { email, nickname, fees: new Map(), channels: new Set() })
}

const expectedRate = ({ fees }: Person, day: string) =>
  [...fees].filter(([from]) => from <= day).sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1] ?? 0

/** Sums what the manager sees of the whole network. */
const sumBooks = async () =>
  Promise.all(
    presetPeriods.map(async (period) => (await api.call(readDashboard, { token, query: { period } })).report),
  )

async function expectModel(model: Model): Promise<void> {
  const { total, members } = await api.call(listMembers, { token, query: { size: 200 } })
  expect(total).toBe(model.size)
  const today = getPacificDay(api.clock.now)
  const actual = members.map((m) => [m.id, m.user_id, m.nickname, m.fee_rate, m.channels])
  const expected = [...model].map(([id, one]) => [
    id,
    one.email,
    one.nickname,
    expectedRate(one, today),
    one.channels.size,
  ])
  const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0])
  expect(actual.sort(byId)).toEqual(expected.sort(byId))
  for (const [target, person] of model) {
    const { fees } = await api.call(listFeeRates, { token, query: { target } })
    const newestFirst = [...person.fees].sort(([a], [b]) => (a < b ? 1 : -1))
    expect(fees.map(({ fromDay, fee_rate }) => [fromDay, fee_rate])).toEqual(newestFirst)
  }
}

test('whatever becomes of its people, the network’s list and fees are right and its books stay as they are', async () => {
  const begun = new Date('2026-11-04T20:00:00Z')
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
      await execAsOwner(
        api.db,
        `delete from rate_limit_windows; delete from assignments; delete from fee_rates; delete from sessions; delete from audit_log;
        delete from accounts where 'member' = any(roles)`,
      )
      api.clock.now = begun
      token = await signIn(api, 'boss@example.test')
      const before = await sumBooks()
      const model: Model = new Map()
      for (const step of steps) {
        await applyStep(step, model)
        await expectModel(model)
        expect(await sumBooks()).toEqual(before)
      }
      expect(await findBrokenChannelInvariants(api.db)).not.toContainEqual(expect.stringContaining('figures'))
    }),
    { numRuns: propertyRuns(10) },
  )
})
