import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addChannel,
  assignChannel,
  assignChannels,
  unassignChannel,
  unassignChannels,
} from '#contract/channels/channel-changes.ts'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { reviewChannels } from '#server/channels/lifecycle/review.ts'
import {
  createAccount,
  createChannel,
  createSite,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
} from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
let token = ''
let [one, two, pending] = [0, 0, 0]
const ids: Record<string, number> = {}
const youtube = createInMemoryYoutube()

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs, youtube: youtube.youtube })
  folder = await createReportFolder()
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  for (const name of ['ann', 'ben'])
    ids[name] = await createAccount(api.db, site, `${name}@example.test`, ids.boss)
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `delete from assignments; delete from channel_reviews; delete from channels; delete from months;
    delete from rate_limit_windows`,
  )
  // In Pacific time it is 2026-04-09.
  api.clock.now = new Date('2026-04-10T02:00:00Z')
  token = await signIn(api, 'boss@example.test')
  const earnsFrom = '2026-01-05'
  one = await createChannel(api.db, getId('boss'), channelIdFor('one'), { earnsFrom })
  two = await createChannel(api.db, getId('boss'), channelIdFor('two'), { earnsFrom })
  pending = await createChannel(api.db, getId('boss'), channelIdFor('pending'), { approval: 0 })
  await queryRaw(api.db, 'update channels set earns_from = null where registration_id = $1', [pending])
  await clearAuditLog(api.db)
})

const getId = (name: string) => ids[name] ?? 0
const closeMonth = (month: string) => insertClosedMonth(api.db, month)
const request = async (endpoint: Endpoint, body: object) => {
  const outcome = await requestOutcome(api, endpoint, { token, body })
  return Array.isArray(outcome) ? outcome : 'ok'
}
const assign = (name: string, from?: string, id = one) =>
  request(assignChannel, { id, members: [getId(name)], ...(from && { from }) })
const unassign = (name: string, until?: string, id = one) =>
  request(unassignChannel, { id, member: getId(name), ...(until && { until }) })
const readDays = async (id = one) =>
  (
    await queryRaw<{ name: string; from: string; until: string | null }>(
      api.db,
      `select a.nickname as name, from_day::text as "from", until_day::text as until
      from assignments s join accounts a on a.id = s.account_id
      where registration_id = $1 order by from_day, until_day`,
      [id],
    )
  ).map(({ name, from, until }) => `${name} ${from}${until === null ? '' : ` ${until}`}`)

describe('without a day', () => {
  test('the first assignment begins on the earning day, even in a closed month, and later ones today', async () => {
    await closeMonth('2026-02')
    expect(await assign('ann')).toBe('ok')
    expect(await assign('ben')).toBe('ok')
    expect(await unassign('ann')).toBe('ok')
    expect(await assign('ann')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-01-05 2026-04-09', 'ann 2026-04-09', 'ben 2026-04-09'])
  })

  test('several first members begin together', async () => {
    await request(assignChannels, { ids: [one, two], members: [getId('ann'), getId('ben')] })
    expect([await readDays(one), await readDays(two)]).toEqual([
      ['ann 2026-01-05', 'ben 2026-01-05'],
      ['ann 2026-01-05', 'ben 2026-01-05'],
    ])
  })

  test('one that lasted no day does not count as the first', async () => {
    await assign('ben', '2026-04-01')
    await unassign('ben', '2026-03-01')
    expect(await assign('ann')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-01-05', 'ben 2026-04-01 2026-04-01'])
  })
})

describe('with a day', () => {
  test('it begins and ends there; the entry in the audit log has the days', async () => {
    expect(await assign('ann', '2026-03-10')).toBe('ok')
    expect(await unassign('ann', '2026-04-01')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-03-10 2026-04-01'])
    expect(await listAuditEntries(api.db)).toMatchObject([
      {
        action: 'assignChannel',
        detail: { from: '2026-03-10', after: { days: [`${ids.ann}: 2026-03-10–`] } },
      },
      {
        action: 'unassignChannel',
        detail: { until: '2026-04-01', after: { members: [], days: [`${ids.ann}: 2026-03-10–2026-04-01`] } },
      },
    ])
  })

  test('given again, it moves the beginning, or the end', async () => {
    await assign('ann')
    expect(await assign('ann', '2026-03-10')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-03-10'])
    await unassign('ann')
    expect(await unassign('ann')).toEqual(['not_found'])
    expect(await unassign('ann', '2026-04-01')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-03-10 2026-04-01'])
    expect(await unassign('ann', '2026-03-01')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-03-10 2026-03-10'])
  })

  test('no day of a closed month gets or loses anybody', async () => {
    await assign('ann')
    await assign('ben', '2026-02-10')
    await closeMonth('2026-02')
    expect(await assign('ann', '2026-02-28')).toEqual(['month_closed', 'from day_closed'])
    expect(await assign('ann', '2026-03-05')).toEqual(['month_closed', 'from day_closed'])
    expect(await assign('ben', '2026-02-10')).toBe('ok')
    expect(await unassign('ann', '2026-02-28')).toEqual(['month_closed', 'until day_closed'])
    expect(await unassign('ann', '2026-03-01')).toBe('ok')
    expect(await assign('ann', '2026-02-28', two)).toEqual(['month_closed', 'from day_closed'])
    expect(await assign('ann', '2026-03-05', two)).toBe('ok')
    expect(await assign('ann', '2026-03-01', two)).toBe('ok')
    await closeMonth('2026-03')
    expect(await unassign('ann', '2026-04-01', one)).toEqual(['month_closed', 'until day_closed'])
    expect(await readDays()).toEqual(['ann 2026-01-05 2026-03-01', 'ben 2026-02-10'])
  })

  test('days before the channel earns count as those from its earning day on', async () => {
    await queryRaw(api.db, `update channels set earns_from = '2026-03-20' where registration_id = $1`, [one])
    await assign('ann', '2026-01-10')
    await closeMonth('2026-02')
    expect(await assign('ann', '2026-03-25')).toBe('ok')
    expect(await readDays()).toEqual(['ann 2026-03-25'])
  })

  test('it is not in the future', async () => {
    expect(await assign('ann', '2026-04-10')).toEqual(['invalid', 'from day_future'])
    expect(await assign('ann', '2026-04-09')).toBe('ok')
    expect(await unassign('ann', '2026-04-10')).toEqual(['invalid', 'until day_future'])
    expect(await assign('ann', '2026-4-9')).toEqual(['invalid', 'from day_invalid'])
  })

  test('many channels are assigned and unassigned, all or none', async () => {
    await queryRaw(api.db, `update channels set earns_from = '2026-03-20' where registration_id = $1`, [two])
    const both = { ids: [one, two], members: [getId('ann')] }
    await assign('ann')
    await assign('ann', undefined, two)
    await closeMonth('2026-02')
    // It would take closed days of one of them away.
    expect(await request(assignChannels, { ...both, from: '2026-04-01' })).toEqual([
      'month_closed',
      'from day_closed',
    ])
    expect(await readDays(two)).toEqual(['ann 2026-03-20'])
    expect(await request(unassignChannels, { ...both, until: '2026-04-01' })).toBe('ok')
    expect([await readDays(one), await readDays(two)]).toEqual([
      ['ann 2026-01-05 2026-04-01'],
      ['ann 2026-03-20 2026-04-01'],
    ])
  })
})

describe('before the approval', () => {
  const approve = (earnsFrom?: string) =>
    reviewChannels(
      api.db,
      [{ id: pending, decision: approvalStatus.approved, reason: null, earnsFrom }],
      api.clock.now,
    )

  test('the first assignment waits for the earning day, or begins on an earlier one', async () => {
    await assign('ann', undefined, pending)
    expect(await readDays(pending)).toEqual(['ann 2026-04-09'])
    await closeMonth('2026-02')
    expect(await approve('2026-02-10')).toEqual(new Map())
    expect(await readDays(pending)).toEqual(['ann 2026-02-10'])
  })

  test('a member who registers a channel has it from its earning day on', async () => {
    youtube.channels = [buildYoutubeChannel(channelIdFor('own'))]
    const theirs = await signIn(api, 'ann@example.test')
    const link = `https://www.youtube.com/channel/${channelIdFor('own')}`
    const { channel } = await api.call(addChannel, { token: theirs, body: { link, category: 'people' } })
    const id = channel?.id ?? 0
    expect(await readDays(id)).toEqual(['ann 2026-04-09'])
    await queryRaw(
      api.db,
      `update channels set verification_status = 'verified' where registration_id = $1`,
      [id],
    )
    const review = { id, decision: approvalStatus.approved, reason: null, earnsFrom: '2026-04-01' }
    await reviewChannels(api.db, [review], api.clock.now)
    expect(await readDays(id)).toEqual(['ann 2026-04-01'])
  })
})

describe('the commands', () => {
  const run = async (change: string, lines: readonly string[], ...options: string[]) =>
    runOperator(
      api.db,
      'channel',
      change,
      await folder.write('assignments.csv', [...lines, ''].join('\n')),
      ...options,
    )

  test('take a day for all lines, and one for each', async () => {
    const lines = ['channel;member;from', `${one};ann@example.test;2026. 3. 10.`, `${two};ann@example.test;`]
    expect((await run('assign', lines, '--from', '2026-03-05')).text).toBe(
      '2 assignments: 2 channels changed',
    )
    expect([await readDays(one), await readDays(two)]).toEqual([['ann 2026-03-10'], ['ann 2026-03-05']])
    const ends = ['channel,member,until', `${one},ann@example.test,2026-04-01`]
    expect((await run('unassign', ends)).text).toBe('1 assignment: 1 channel changed')
    expect(await readDays(one)).toEqual(['ann 2026-03-10 2026-04-01'])
  })

  test('assign hundreds of channels at once', async () => {
    const channels = await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        createChannel(api.db, getId('boss'), channelIdFor(`many_${at}`)),
      ),
    )
    const lines = channels.map((id, at) => `${id},${at % 2 ? 'ann' : 'ben'}@example.test,2026-03-01`)
    const file = ['channel,member,from', ...lines, ...lines]
    expect((await run('assign', file, '--check')).text).toBe('600 assignments ok; nothing was changed')
    expect((await run('assign', file)).text).toBe('600 assignments: 300 channels changed')
    expect((await run('assign', file)).text).toBe('600 assignments: 0 channels changed')
  })

  test('name each line whose day is wrong', async () => {
    await closeMonth('2026-02')
    const { status, lines } = await run('assign', [
      'channel,member,from',
      `${one},ann@example.test,2026-02-10`,
      `${one},ben@example.test,2099-01-01`,
      `${two},ann@example.test,soon`,
      `${two},ben@example.test,2026-03-01`,
      `${two},ben@example.test,2026-03-02`,
    ])
    expect(status).toBe(1)
    expect(lines).toEqual([
      'assignments.csv: 4 invalid lines, so nothing was changed:',
      '  line 2, from: this would change days of a closed month: write a day of an open one',
      '  line 3, from: 2099-01-01 is in the future: write today or an earlier day',
      '  line 4, from: "soon" is not a day: write it like 2026-03-02',
      '  line 6, from: the channel and the member are in another line with another day',
    ])
    await expect(run('assign', ['channel,member,share', `${one},ann@example.test,50`])).rejects.toThrow(
      'channel share --file',
    )
  })
})

describe('the earning day', () => {
  const earnsFrom = (...words: string[]) => runOperator(api.db, 'channel', 'earns-from', ...words)
  const readEarningDay = async (id = one) =>
    (
      await queryRaw<{ day: string }>(
        api.db,
        'select earns_from::text as day from channels where registration_id = $1',
        [id],
      )
    )[0]?.day

  test('moves earlier, also into closed months, and the first assignment with it', async () => {
    await insertFacts(
      api.db,
      ['2025-12-01', '2026-01-05'].map((day) => ({
        day,
        channelId: channelIdFor('one'),
        videoId: videoIdFor('v'),
        country: 'KR',
        views: 1,
        premiumViews: 0,
        revenueMicros: 10_000_000,
        premiumRevenueMicros: 0,
      })),
    )
    await assign('ann')
    await assign('ben', '2026-03-01')
    await closeMonth('2026-02')
    expect((await earnsFrom(String(one), channelIdFor('two'), '2025-12-01')).text).toBe(
      '2 channels: 2 changed',
    )
    expect([await readEarningDay(one), await readEarningDay(two)]).toEqual(['2025-12-01', '2025-12-01'])
    expect(await readDays()).toEqual(['ann 2025-12-01', 'ben 2026-03-01'])
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'channel earns-from',
      detail: { before: { earns_from: '2026-01-05' }, after: { earns_from: '2025-12-01' } },
    })
    expect(await findBrokenChannelInvariants(api.db)).not.toContainEqual(expect.stringContaining('figures'))
    expect(await queryRaw(api.db, 'select day::text from channel_daily order by 1')).toEqual([
      { day: '2025-12-01' },
      { day: '2026-01-05' },
    ])
  })

  test('leaves an assignment that was to begin later', async () => {
    await assign('ann', '2026-03-01')
    await earnsFrom(String(one), '2025-12-01')
    expect(await readDays()).toEqual(['ann 2026-03-01'])
  })

  test('moves later only if no closed month loses days', async () => {
    expect((await earnsFrom(String(one), '2026-02-10')).text).toBe('1 channel: 1 changed')
    await closeMonth('2026-02')
    await expect(earnsFrom(String(one), '2026-03-10')).rejects.toThrow(
      'this would take days of a closed month away',
    )
    expect(await readEarningDay()).toBe('2026-02-10')
  })

  test('is refused in the future, of a channel that was never approved, and of days that another registration earned', async () => {
    await expect(earnsFrom(String(one), '2099-01-01')).rejects.toThrow('in the future')
    await expect(earnsFrom(String(pending), '2026-01-01')).rejects.toThrow('has not been approved yet')
    await expect(earnsFrom(String(one))).rejects.toThrow('must be a day')
    const old = await createChannel(api.db, getId('boss'), channelIdFor('old'), { earnsFrom: '2025-06-01' })
    await queryRaw(
      api.db,
      `update channels set removed_at = '2025-12-24T20:00:00Z', channel_id = $2 where registration_id = $1`,
      [old, channelIdFor('one')],
    )
    await expect(earnsFrom(String(one), '2025-12-23')).rejects.toThrow('another registration')
    expect((await earnsFrom(String(one), '2025-12-24')).status).toBe(0)
  })

  test('is set for the channels of a file, or of none', async () => {
    const file = await folder.write('channels.csv', `channel,from\n${one},2026-01-02\n${two},\n${pending},\n`)
    const { status, lines } = await earnsFrom('--file', file)
    expect([status, lines.slice(1)]).toEqual([
      1,
      [
        '  line 3, from: it is empty: write a day, or give one to the command',
        '  line 4, from: it is empty: write a day, or give one to the command',
      ],
    ])
    expect((await earnsFrom('--file', file, '2026-01-03')).lines).toEqual([
      'channels.csv: 1 invalid line, so nothing was changed:',
      '  line 4, channel: it has not been approved yet; see: channel review --earns-from',
    ])
    const good = await folder.write('good.csv', `channel,from\n${one},2026-01-02\n${two},\n`)
    expect((await earnsFrom('--file', good, '2026-01-03', '--check')).text).toBe(
      '2 channels ok; nothing was changed',
    )
    expect((await earnsFrom('--file', good, '2026-01-03')).text).toBe('2 channels: 2 changed')
    expect([await readEarningDay(one), await readEarningDay(two)]).toEqual(['2026-01-02', '2026-01-03'])
  })

  test('is given with the first approval, and only then', async () => {
    const review = (...words: string[]) => runOperator(api.db, 'channel', 'review', ...words)
    const result = await review(String(pending), 'approve', '--earns-from', '2026-03-01')
    expect(result.text).toContain('approved, earning from 2026-03-01')
    await expect(review(String(one), 'hold', '--reason', 'x', '--earns-from', '2026-03-01')).rejects.toThrow(
      'needs the decision approve',
    )
    await review(String(pending), 'hold', '--reason', 'x')
    await expect(review(String(pending), 'approve', '--earns-from', '2026-02-01')).rejects.toThrow(
      'it has an earning day already',
    )
    const file = await folder.write('reviews.csv', `id,decision,earns_from\n${pending},approve,soon\n`)
    expect((await review('--file', file)).lines[1]).toContain('"soon" is not a day')
    expect(await readEarningDay(pending)).toBe('2026-03-01')
  })
})
