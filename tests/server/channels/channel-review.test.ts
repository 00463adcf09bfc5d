import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestReReview } from '#contract/channels/channel-changes.ts'
import { readChannel } from '#contract/channels/channels.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let managerId: number
let member: number
let token: string
let registrationId: number
const channelId = channelIdFor('reviewed')
const startTime = new Date('2026-11-01T08:00:00Z')
const addHours = (count: number) => new Date(startTime.getTime() + count * 3_600_000)

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  await createSite(api.db, 'other.test')
  managerId = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', managerId)
  token = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(api.db, 'delete from channel_reviews; delete from assignments; delete from channels')
  registrationId = await createChannel(api.db, managerId, channelId, { approval: 0 })
  await insertAssignment(api.db, registrationId, member)
  await queryRaw(api.db, 'update channels set earns_from = null, registered_at = $1', [addHours(-48)])
  // The session must be valid at the real time.
  await queryRaw(api.db, 'update sessions set expires_at = $1', [new Date('2027-06-01')])
})

const addDaysToNow = (days: number) => new Date(Date.now() + days * 86_400_000)

const holdChannel = async (time: Date) => {
  await runOperator(
    api.db,
    'channel',
    'review',
    String(registrationId),
    'hold',
    '--reason',
    'Not your own videos.',
  )
  await queryRaw(api.db, 'update channels set held_at = $1', [time])
}
const requestReReviewAt = async (time: Date) => {
  api.clock.now = time
  return api.request(requestReReview, { token, body: { id: registrationId } })
}
const readShownChannel = async () =>
  (await api.call(readChannel, { token, query: { id: registrationId } })).channel

describe('another review', () => {
  test('is possible from 72 hours after the hold, to the millisecond', async () => {
    await holdChannel(startTime)
    const early = await requestReReviewAt(new Date(addHours(72).getTime() - 1))
    expect([early.status, early.body.code, early.headers.get('Retry-After')]).toEqual([409, 'too_early', '1'])
    const earlier = await requestReReviewAt(addHours(71))
    expect(earlier.headers.get('Retry-After')).toBe('3600')
    expect(await readShownChannel()).toMatchObject({
      approval: 1,
      reason: 'Not your own videos.',
      reReviewedAt: null,
      reReviewFrom: addHours(72).toISOString(),
    })
    expect((await requestReReviewAt(addHours(72))).status).toBe(200)
    expect(await readShownChannel()).toMatchObject({
      approval: 0,
      reason: null,
      reReviewedAt: addHours(72).toISOString(),
      reReviewFrom: null,
    })
    expect((await requestReReviewAt(addHours(200))).body.code).toBe('changed')
  })

  test('is possible once a day, whenever the channel was put on hold', async () => {
    await holdChannel(startTime)
    await requestReReviewAt(addHours(72))
    // The last request is long past at this time of the hold, which no clock of ours would produce: only the day
    // counts.
    await holdChannel(addHours(-100))
    expect((await readShownChannel()).reReviewFrom).toBe(addHours(96).toISOString())
    expect((await requestReReviewAt(new Date(addHours(96).getTime() - 1))).body.code).toBe('too_early')
    expect((await requestReReviewAt(addHours(96))).status).toBe(200)
  })

  test('waits for 72 hours again after another hold, and is no longer done', async () => {
    await holdChannel(startTime)
    await requestReReviewAt(addHours(72))
    await holdChannel(addHours(73))
    expect(await readShownChannel()).toMatchObject({
      reReviewedAt: null,
      reReviewFrom: addHours(145).toISOString(),
    })
    expect((await requestReReviewAt(addHours(144))).body.code).toBe('too_early')
    expect((await requestReReviewAt(addHours(145))).status).toBe(200)
  })

  test('needs a verified channel', async () => {
    await holdChannel(startTime)
    await queryRaw(api.db, `update channels set verification_status = 'verifying'`)
    expect((await requestReReviewAt(addHours(100))).body.code).toBe('unverified')
  })
})

describe('the operator’s commands', () => {
  test.each([
    [['channel', 'review'], /Missing required argument 'id\|UC…'/],
    [['channel', 'review', 'mine', 'approve'], /value 'mine' is invalid/],
    [['channel', 'review', '1'], /Missing required argument 'decision'/],
    [['channel', 'review', '1', 'toString'], /value 'toString' is invalid.*approve, hold, reject/],
    [['channel', 'review', '1', 'approve', 'now'], /value 'approve' is invalid/],
    [['channel', 'review', '1', 'hold'], /--reason is required/],
    [['channel', 'review', '1', 'reject', '--reason', ' '], /--reason/],
    [['channel', 'review', '1', 'reject', '--reason', 'x'.repeat(501)], /at most 500/],
    [['channel', 'review', '999999', 'approve'], /There is no registration 999999/],
    [['channel', 'show'], /Missing required argument 'id\|UC…'/],
    [['channel', 'show', channelIdFor('nowhere')], /There is no registration UC/],
    [['channel', 'list', 'all'], /Too many arguments for 'list'/],
    [['channel', 'list', '--site', 'nowhere.test'], /There is no site nowhere.test/],
  ])('%j is refused', async (words, message) => {
    await expect(runOperator(api.db, ...words)).rejects.toThrow(message)
  })

  test('list what waits, longest first, and everything of a site', async () => {
    const late = await createChannel(api.db, managerId, channelIdFor('late'), { approval: 0 })
    await queryRaw(
      api.db,
      'update channels set verified_at = $2, subscribers = 1, video_count = 1234 where registration_id = $1',
      [late, addDaysToNow(-20)],
    )
    await queryRaw(api.db, 'update channels set re_reviewed_at = $2 where registration_id = $1', [
      registrationId,
      addDaysToNow(-3.5),
    ])
    await createChannel(api.db, managerId, channelIdFor('unverified'), {
      approval: 0,
      verification: 'pending',
    })
    await createChannel(api.db, managerId, channelIdFor('held'), { approval: 1 })
    const { lines } = await runOperator(api.db, 'channel', 'list', '--pending')
    expect(lines).toEqual([
      expect.stringMatching(/^id +link +name +state +subscribers +videos +waiting since +competing/),
      expect.stringMatching(
        new RegExp(
          `^${late} +https://.*/channel/UClate_+  .*awaits review +1 +1,234 +\\d{4}-.* 0 +– .*example.test  boss@`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^${registrationId} .*/${channelId}  .*awaits another review +– +– +.* 0  member@example.test  `,
        ),
      ),
      '2 channels',
    ])
    const all = await runOperator(api.db, 'channel', 'list', '--site', 'www.example.test', '--json')
    expect(JSON.parse(all.text)).toHaveLength(4)
    expect((await runOperator(api.db, 'channel', 'list', '--site', 'other.test')).text).toBe(
      'There are no channels yet.',
    )
    expect((await runOperator(api.db, 'channel', 'review', '--help')).text).toMatch(/Examples?:/)
  })

  test('review by number or id, and show what has become of a channel', async () => {
    await holdChannel(startTime)
    await requestReReviewAt(addHours(72))
    const approved = await runOperator(api.db, 'channel', 'review', channelId, 'approve')
    expect(approved.text).toMatch(
      new RegExp(`^${registrationId}  ${channelId}  .*: approved, earning from 2\\d{3}-\\d\\d-\\d\\d$`),
    )
    const rejected = await runOperator(
      api.db,
      'channel',
      'review',
      channelId,
      'reject',
      '--reason',
      '여러 번 어겼습니다.',
      '--json',
    )
    expect(JSON.parse(rejected.text)).toMatchObject({ id: registrationId, approval: 3 })
    expect((await readShownChannel()).reason).toBe('여러 번 어겼습니다.')
    const { text } = await runOperator(api.db, 'channel', 'show', channelId)
    for (const line of [
      /state +rejected, verification: verified/,
      /members +member@example.test/,
      /history +2026-10-30 08:00 {2}registered/,
      /put on hold: Not your own videos\./,
      /2026-11-04 08:00 {2}member@example.test requested another review/,
      /approved/,
      /rejected: 여러 번 어겼습니다\./,
    ])
      expect(text).toMatch(line)
    const json = JSON.parse(
      (await runOperator(api.db, 'channel', 'show', String(registrationId), '--json')).text,
    )
    expect(json.history.map((step: { approval: number }) => step.approval)).toEqual([1, 0, 2, 3])
  })
})
