import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChannel, deleteChannel } from '#contract/channels/channel-changes.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { createAccount, createChannel, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'

let api: Api
let managerId: number
let token: string
const recordingJobs = createRecordingJobs()
const channelId = channelIdFor('earning')
const otherChannelId = channelIdFor('other')
const youtube = createInMemoryYoutube(buildYoutubeChannel(channelId))
const today = getPacificDay(new Date())
const days = [-2, -1, 0, 1].map((days) => addDays(today, days))

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  managerId = await createAccount(api.db, site, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
  await insertFacts(
    api.db,
    days.flatMap((day) =>
      [channelId, otherChannelId].map((channelId) => ({
        day,
        channelId,
        videoId: videoIdFor(channelId.slice(2, 9)),
        country: 'KR',
        views: channelId === otherChannelId ? 1 : 100,
        premiumViews: 0,
        revenueMicros: 1_000,
        premiumRevenueMicros: 0,
      })),
    ),
  )
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from channel_reviews; delete from assignments; delete from channels; delete from rate_limit_windows',
  )
  await createChannel(api.db, managerId, otherChannelId)
  await queryRaw(api.db, 'update channels set approved_at = now()')
  await rebuildFigures(api.db, days.at(0), days.at(-1))
  recordingJobs.sent.length = 0
  recordingJobs.woken.length = 0
  api.clock.now = new Date()
})

/** Reads the last six months, once the background work has finished. */
async function readViews() {
  await refreshLists(api.db)
  const query = { period: 'six-months' as const }
  const { report } = await api.call(readDashboard, { token, query })
  const { channels } = await api.call(listChannelFigures, { token, query })
  expect(await findBrokenChannelInvariants(api.db)).toEqual([])
  return {
    total: report?.totals.views ?? 0,
    channels: Object.fromEntries(channels.map(({ channelId, views }) => [channelId, views])),
  }
}

const runReview = (...args: string[]) => runOperator(api.db, 'channel', 'review', channelId, ...args)
const removeChannel = (id: number, givenPassword = password) =>
  api.request(deleteChannel, { token, body: { id, acknowledged: 'on', password: givenPassword } })

describe('the figures of a channel', () => {
  test('appear when it is verified and approved, from the day of its approval, and vanish on hold', async () => {
    const id = await createChannel(api.db, managerId, channelId, { approval: 0, verification: 'verifying' })
    await queryRaw(api.db, 'update channels set earns_from = null where registration_id = $1', [id])
    await settleVerification(api.db, id, 'verified', recordingJobs.jobs, new Date())
    expect(recordingJobs.sent).toEqual([])
    expect((await readViews()).channels[channelId]).toBeUndefined()
    await runReview('approve')
    expect((await readViews()).channels[channelId]).toBe(200)
    await runReview('hold', '--reason', 'Because.')
    expect((await readViews()).channels[channelId]).toBeUndefined()
    await queryRaw(api.db, `update channels set earns_from = $2 where registration_id = $1`, [id, days[0]])
    await runReview('approve')
    expect((await readViews()).channels[channelId]).toBe(400)
    expect(await findBrokenRollupInvariants(api.db)).toEqual([])
  })

  test('appear when a verification ends after the approval, and the lists are asked for', async () => {
    const id = await createChannel(api.db, managerId, channelId, { verification: 'verifying' })
    await queryRaw(api.db, 'update channels set approved_at = now()')
    await settleVerification(api.db, id, 'verified', recordingJobs.jobs, new Date())
    expect(recordingJobs.sent).toEqual([['refresh-lists', 0]])
    expect(recordingJobs.woken).toEqual(['refresh-lists'])
    expect((await readViews()).channels[channelId]).toBe(400)
  })

  test('are gone with the channel, the facts stay; registered again it earns from its new approval', async () => {
    const id = await createChannel(api.db, managerId, channelId, { approval: 0, earnsFrom: days[0] })
    await runReview('approve')
    const before = await readViews()
    expect(before.channels[channelId]).toBe(400)
    expect((await removeChannel(id)).status).toBe(200)
    expect(recordingJobs.sent).toEqual([['refresh-lists', 0]])
    const gone = await readViews()
    expect(gone.channels).toEqual({ [otherChannelId]: expect.any(Number) })
    expect(gone.total).toBe(before.total - 400)
    const facts = await queryRaw(api.db, 'select load_id from activity_facts where channel_id = $1', [
      channelId,
    ])
    expect(facts).toHaveLength(days.length)
    const { channel } = await api.call(addChannel, { token, body: { link: channelId, category: 'people' } })
    expect(channel?.id).not.toBe(id)
    expect(channel).toMatchObject({ approval: 0, verification: 'pending', approvedAt: null })
    await expect(runReview('approve')).rejects.toThrow(/not verified/)
    await queryRaw(
      api.db,
      `update channels set verification_status = 'verified' where registration_id = $1`,
      [channel?.id],
    )
    await runReview('approve')
    expect((await readViews()).channels[channelId]).toBe(200)
    const rows = await queryRaw(api.db, 'select id from channel_reviews where registration_id = $1', [id])
    expect(rows).toHaveLength(1)
    expect((await runOperator(api.db, 'channel', 'show', String(id))).text).toMatch(/removed/)
  })
})

describe('the password of a deletion', () => {
  test('is needed, with the notes, and a wrong one is told by its field', async () => {
    const id = await createChannel(api.db, managerId, channelId)
    const wrong = await removeChannel(id, 'wrong')
    expect([wrong.status, wrong.body.code, wrong.body.fields.password.code]).toEqual([
      422,
      'invalid',
      'password_wrong',
    ])
    const empty = await api.request(deleteChannel, { token, body: { id, password: '' } })
    expect(empty.body.fields).toMatchObject({
      acknowledged: { code: 'acknowledge_required' },
      password: { code: 'password_required' },
    })
  })

  test('is tried ten times in ten minutes, whichever channel is meant; signing in is counted apart', async () => {
    const id = await createChannel(api.db, managerId, channelId)
    const second = await createChannel(api.db, managerId, channelIdFor('second'))
    api.clock.now = new Date('2026-11-20T10:01:00Z')
    await queryRaw(api.db, 'update sessions set expires_at = $1', [new Date('2026-12-19')])
    for (let at = 0; at < 10; at++)
      expect((await removeChannel(at % 2 ? id : second, 'wrong')).body.code).toBe('invalid')
    const refused = await removeChannel(id)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('Retry-After'))).toBe(9 * 60)
    await signIn(api, 'boss@example.test')
    api.clock.now = new Date('2026-11-20T10:10:00Z')
    for (let at = 0; at < 9; at++) await removeChannel(id, 'wrong')
    expect((await removeChannel(id)).status).toBe(200)
    for (let at = 0; at < 9; at++) expect((await removeChannel(second, 'wrong')).body.code).toBe('invalid')
    expect((await removeChannel(second)).status).toBe(200)
  })
})
