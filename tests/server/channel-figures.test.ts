import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listChannelFigures } from '#contract/channel-report.ts'
import { addChannel, deleteChannel } from '#contract/channels.ts'
import { readDashboard } from '#contract/reports.ts'
import { settleVerification } from '#server/channels/verification.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { addDays } from '#server/reports/periods.ts'
import { reportToday } from '#server/today.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelFlaws, notedJobs, youtubeChannel, youtubeOf } from '#tests/support/channels.ts'
import { channelNamed, putFacts, settle, videoNamed } from '#tests/support/facts.ts'
import { operate } from '#tests/support/operator.ts'
import { makeAccount, makeChannel, makeSite, password, signIn } from '#tests/support/people.ts'
import { rollupFlaws } from '#tests/support/reports.ts'

let api: Api
let boss: number
let token: string
const noted = notedJobs()
const channelId = channelNamed('earning')
const other = channelNamed('other')
const tube = youtubeOf(youtubeChannel(channelId))
const today = reportToday(new Date())
const days = [-2, -1, 0, 1].map((days) => addDays(today, days))

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: noted.jobs, youtube: tube.youtube })
  const site = await makeSite(api.db)
  boss = await makeAccount(api.db, site, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
  await putFacts(
    api.db,
    days.flatMap((day) =>
      [channelId, other].map((channelId) => ({
        day,
        channelId,
        videoId: videoNamed(channelId.slice(2, 9)),
        country: 'KR',
        views: channelId === other ? 1 : 100,
        premiumViews: 0,
        revenueMicros: 1_000,
        premiumRevenueMicros: 0,
      })),
    ),
  )
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.exec(
    'delete from channel_reviews; delete from assignments; delete from channels; delete from attempts',
  )
  await makeChannel(api.db, boss, other)
  await api.db.query('update channels set approved_at = now()')
  await settle(api.db, days.at(0), days.at(-1))
  noted.sent.length = 0
  noted.nudged.length = 0
  api.clock.now = new Date()
})

/** What is seen of the last six months, when the background has done what it was asked for. */
async function seen() {
  await refreshLists(api.db)
  const query = { period: 'six-months' as const }
  const { report } = await api.ask(readDashboard, { token, query })
  const { channels } = await api.ask(listChannelFigures, { token, query })
  expect(await channelFlaws(api.db)).toEqual([])
  return {
    total: report?.totals.views ?? 0,
    channels: Object.fromEntries(channels.map(({ channelId, views }) => [channelId, views])),
  }
}

const review = (...words: string[]) => operate(api.db, 'channel', 'review', channelId, ...words)
const remove = (id: number, secret = password) =>
  api.call(deleteChannel, { token, body: { id, acknowledged: 'on', password: secret } })

describe('the figures of a channel', () => {
  test('appear when it is verified and approved, from the day of its approval, and vanish on hold', async () => {
    const id = await makeChannel(api.db, boss, channelId, { approval: 0, verification: 'verifying' })
    await api.db.query('update channels set earns_from = null where registration_id = $1', [id])
    await settleVerification(api.db, id, 'verified', noted.jobs)
    expect(noted.sent).toEqual([])
    expect((await seen()).channels[channelId]).toBeUndefined()
    await review('approve')
    expect((await seen()).channels[channelId]).toBe(200)
    await review('hold', '--reason', 'Because.')
    expect((await seen()).channels[channelId]).toBeUndefined()
    await api.db.query(`update channels set earns_from = $2 where registration_id = $1`, [id, days[0]])
    await review('approve')
    expect((await seen()).channels[channelId]).toBe(400)
    expect(await rollupFlaws(api.db)).toEqual([])
  })

  test('appear when a verification ends after the approval, and the lists are asked for', async () => {
    const id = await makeChannel(api.db, boss, channelId, { verification: 'verifying' })
    await api.db.query('update channels set approved_at = now()')
    await settleVerification(api.db, id, 'verified', noted.jobs)
    expect(noted.sent).toEqual([['refresh-lists', 0]])
    expect(noted.nudged).toEqual(['refresh-lists'])
    expect((await seen()).channels[channelId]).toBe(400)
  })

  test('are gone with the channel, the facts stay; registered again it earns from its new approval', async () => {
    const id = await makeChannel(api.db, boss, channelId, { approval: 0, earnsFrom: days[0] })
    await review('approve')
    const before = await seen()
    expect(before.channels[channelId]).toBe(400)
    expect((await remove(id)).status).toBe(200)
    expect(noted.sent).toEqual([['refresh-lists', 0]])
    const gone = await seen()
    expect(gone.channels).toEqual({ [other]: expect.any(Number) })
    expect(gone.total).toBe(before.total - 400)
    const facts = await api.db.query('select load_id from activity_facts where channel_id = $1', [channelId])
    expect(facts).toHaveLength(days.length)
    const { channel } = await api.ask(addChannel, { token, body: { link: channelId, category: 'people' } })
    expect(channel?.id).not.toBe(id)
    expect(channel).toMatchObject({ approval: 0, verification: 'pending', approvedAt: null })
    await expect(review('approve')).rejects.toThrow(/not verified/)
    await api.db.query(`update channels set verification_status = 'verified' where registration_id = $1`, [
      channel?.id,
    ])
    await review('approve')
    expect((await seen()).channels[channelId]).toBe(200)
    const rows = await api.db.query('select id from channel_reviews where registration_id = $1', [id])
    expect(rows).toHaveLength(1)
    expect((await operate(api.db, 'channel', 'show', String(id))).text).toMatch(/removed/)
  })
})

describe('the password of a deletion', () => {
  test('is needed, with the notes, and a wrong one is told by its field', async () => {
    const id = await makeChannel(api.db, boss, channelId)
    const wrong = await remove(id, 'wrong')
    expect([wrong.status, wrong.body.code, wrong.body.fields.password.code]).toEqual([
      422,
      'invalid',
      'password_wrong',
    ])
    const empty = await api.call(deleteChannel, { token, body: { id, password: '' } })
    expect(empty.body.fields).toMatchObject({
      acknowledged: { code: 'acknowledge_required' },
      password: { code: 'password_required' },
    })
  })

  test('is tried ten times in ten minutes, whichever channel is meant; signing in is counted apart', async () => {
    const id = await makeChannel(api.db, boss, channelId)
    const second = await makeChannel(api.db, boss, channelNamed('second'))
    api.clock.now = new Date('2026-11-20T10:01:00Z')
    await api.db.query('update sessions set expires_at = $1', [new Date('2026-12-19')])
    for (let at = 0; at < 10; at++)
      expect((await remove(at % 2 ? id : second, 'wrong')).body.code).toBe('invalid')
    const refused = await remove(id)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('Retry-After'))).toBe(9 * 60)
    await signIn(api, 'boss@example.test')
    api.clock.now = new Date('2026-11-20T10:10:00Z')
    for (let at = 0; at < 9; at++) await remove(id, 'wrong')
    expect((await remove(id)).status).toBe(200)
    for (let at = 0; at < 9; at++) expect((await remove(second, 'wrong')).body.code).toBe('invalid')
    expect((await remove(second)).status).toBe(200)
  })
})
