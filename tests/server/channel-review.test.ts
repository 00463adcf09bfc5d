import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readChannel, requestReReview } from '#contract/channels.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { operate } from '#tests/support/operator.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'

let api: Api
let boss: number
let member: number
let token: string
let id: number
const channelId = channelNamed('reviewed')
const start = new Date('2026-11-01T08:00:00Z')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)

beforeAll(async () => {
  api = await startApi()
  const site = await makeSite(api.db)
  await makeSite(api.db, 'other.test')
  boss = await makeAccount(api.db, site, 'boss@example.test')
  member = await makeAccount(api.db, site, 'member@example.test', boss)
  token = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec('delete from channel_reviews; delete from assignments; delete from channels')
  id = await makeChannel(api.db, boss, channelId, { approval: 0 })
  await assign(api.db, id, member)
  await api.db.query('update channels set earns_from = null, registered_at = $1', [hours(-48)])
  // The session is of the present.
  await api.db.query('update sessions set expires_at = $1', [new Date('2027-06-01')])
})

const hold = async (at: Date) => {
  await operate(api.db, 'channel', 'review', String(id), 'hold', '--reason', 'Not your own videos.')
  await api.db.query('update channels set held_at = $1', [at])
}
const ask = async (at: Date) => {
  api.clock.now = at
  return api.call(requestReReview, { token, body: { id } })
}
const shown = async () => (await api.ask(readChannel, { token, query: { id } })).channel

describe('another review', () => {
  test('is possible from 72 hours after the hold, to the millisecond', async () => {
    await hold(start)
    const early = await ask(new Date(hours(72).getTime() - 1))
    expect([early.status, early.body.code, early.headers.get('Retry-After')]).toEqual([409, 'too_early', '1'])
    const earlier = await ask(hours(71))
    expect(earlier.headers.get('Retry-After')).toBe('3600')
    expect(await shown()).toMatchObject({
      approval: 1,
      reason: 'Not your own videos.',
      reReviewedAt: null,
      reReviewFrom: hours(72).toISOString(),
    })
    expect((await ask(hours(72))).status).toBe(200)
    expect(await shown()).toMatchObject({
      approval: 0,
      reason: null,
      reReviewedAt: hours(72).toISOString(),
      reReviewFrom: null,
    })
    expect((await ask(hours(200))).body.code).toBe('changed')
  })

  test('is possible once a day, whenever the channel was put on hold', async () => {
    await hold(start)
    await ask(hours(72))
    // On hold since long before the last request, as no clock of ours would have it: only the day counts.
    await hold(hours(-100))
    expect((await shown()).reReviewFrom).toBe(hours(96).toISOString())
    expect((await ask(new Date(hours(96).getTime() - 1))).body.code).toBe('too_early')
    expect((await ask(hours(96))).status).toBe(200)
  })

  test('waits for 72 hours again after another hold, and is no longer done', async () => {
    await hold(start)
    await ask(hours(72))
    await hold(hours(73))
    expect(await shown()).toMatchObject({ reReviewedAt: null, reReviewFrom: hours(145).toISOString() })
    expect((await ask(hours(144))).body.code).toBe('too_early')
    expect((await ask(hours(145))).status).toBe(200)
  })

  test('needs a verified channel', async () => {
    await hold(start)
    await api.db.query(`update channels set verification_status = 'verifying'`)
    expect((await ask(hours(100))).body.code).toBe('unverified')
  })
})

describe('the operator’s commands', () => {
  test.each([
    [['channel', 'review'], /Name a channel/],
    [['channel', 'review', 'mine', 'approve'], /Name a channel/],
    [['channel', 'review', '1'], /Say approve, hold or reject/],
    [['channel', 'review', '1', 'toString'], /Say approve, hold or reject/],
    [['channel', 'review', '1', 'approve', 'now'], /Say approve, hold or reject/],
    [['channel', 'review', '1', 'hold'], /Give --reason/],
    [['channel', 'review', '1', 'reject', '--reason', ' '], /Give --reason/],
    [['channel', 'review', '1', 'reject', '--reason', 'x'.repeat(501)], /at most 500/],
    [['channel', 'review', '999999', 'approve'], /There is no registration 999999/],
    [['channel', 'show'], /Name a channel/],
    [['channel', 'show', channelNamed('nowhere')], /There is no registration UC/],
    [['channel', 'list', 'all'], /Give only --pending/],
    [['channel', 'list', '--site', 'nowhere.test'], /There is no site nowhere.test/],
  ])('%j is refused', async (words, message) => {
    await expect(operate(api.db, ...words)).rejects.toThrow(message)
  })

  test('list what waits, longest first, and everything of a site', async () => {
    const late = await makeChannel(api.db, boss, channelNamed('late'), { approval: 0 })
    await api.db.query('update channels set verified_at = $2 where registration_id = $1', [late, hours(2)])
    await api.db.query('update channels set re_reviewed_at = $2 where registration_id = $1', [id, hours(5)])
    await makeChannel(api.db, boss, channelNamed('unverified'), { approval: 0, verification: 'pending' })
    await makeChannel(api.db, boss, channelNamed('held'), { approval: 1 })
    const { lines } = await operate(api.db, 'channel', 'list', '--pending')
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${late}  UClate_+  .*waits for review, registered .*example.test  boss@`),
      ),
      expect.stringMatching(new RegExp(`^${id}  ${channelId}  .*waits for another review`)),
      '2 channels',
    ])
    const all = await operate(api.db, 'channel', 'list', '--site', 'www.example.test', '--json')
    expect(JSON.parse(all.text)).toHaveLength(4)
    expect((await operate(api.db, 'channel', 'list', '--site', 'other.test')).text).toBe(
      'There is no channel yet.',
    )
    expect((await operate(api.db, 'channel', 'review', '--help')).text).toMatch(/For instance:/)
  })

  test('review by number or id, and show what has become of a channel', async () => {
    await hold(start)
    await ask(hours(72))
    const approved = await operate(api.db, 'channel', 'review', channelId, 'approve')
    expect(approved.text).toMatch(
      new RegExp(`^${id}  ${channelId}  .*: approved, earning from 2\\d{3}-\\d\\d-\\d\\d$`),
    )
    const rejected = await operate(
      api.db,
      'channel',
      'review',
      channelId,
      'reject',
      '--reason',
      '여러 번 어겼습니다.',
      '--json',
    )
    expect(JSON.parse(rejected.text)).toMatchObject({ id, approval: 3 })
    expect((await shown()).reason).toBe('여러 번 어겼습니다.')
    const { text } = await operate(api.db, 'channel', 'show', channelId)
    for (const line of [
      /state +rejected, verification: verified/,
      /members +member@example.test/,
      /history +2026-10-30 08:00 {2}registered/,
      /put on hold: Not your own videos\./,
      /2026-11-04 08:00 {2}member@example.test asked for another review/,
      /approved/,
      /rejected: 여러 번 어겼습니다\./,
    ])
      expect(text).toMatch(line)
    const json = JSON.parse((await operate(api.db, 'channel', 'show', String(id), '--json')).text)
    expect(json.history.map((step: { approval: number }) => step.approval)).toEqual([1, 0, 2, 3])
  })
})
