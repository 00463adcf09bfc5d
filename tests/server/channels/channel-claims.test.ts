// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addChannel,
  deleteChannel,
  dismissClosedChannel,
  findChannel,
  verifyChannel,
} from '#contract/channels/channel-changes.ts'
import { listChannels } from '#contract/channels/channels.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { sweepRegistrations } from '#server/channels/lifecycle/expiry.ts'
import { settleRequest } from '#server/channels/lifecycle/registration.ts'

import { settleVerification } from '#server/channels/lifecycle/verification.ts'
import { createLog } from '#server/platform/log.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
  findBrokenChannelInvariants,
  reviewChannel,
} from '#tests/support/channel-fixtures.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  createReportFolder,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
const recordingJobs = createRecordingJobs()
const youtube = createInMemoryYoutube()
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const channel = buildYoutubeChannel(channelIdFor('one'), { name: '오늘의 먹방' })
const { channelId } = channel
const link = `https://www.youtube.com/channel/${channelId}`
const start = new Date('2026-11-01T09:00:00Z')

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: recordingJobs.jobs, youtube: youtube.youtube })
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.member = await createAccount(api.db, site, 'member@example.test', ids.boss)
  ids.other = await createAccount(api.db, site, 'other@example.test', ids.boss)
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  ids.alone = await createAccount(api.db, site, 'alone@example.test', undefined, false)
  await queryRaw(api.db, `update accounts set locale = 'en' where email = 'alone@example.test'`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `delete from channel_requests; delete from channel_reviews; delete from assignments;
    delete from closed_channel_dismissals; delete from channels; delete from mails; delete from audit_log;
    delete from rate_limit_windows; delete from channel_daily; delete from network_daily`,
  )
  api.clock.now = start
  for (const name of Object.keys(ids)) tokens[name] = await signIn(api, `${name}@example.test`)
  Object.assign(youtube, { channels: [channel], failure: null })
})

const requestAdd = (who: string) =>
  api.request(addChannel, { token: tokens[who], body: { link, category: 'people' } })
const register = async (who: string): Promise<number> => {
  const { status, body } = await requestAdd(who)
  expect([status, body.code]).toEqual([200, undefined])
  return body.channel.id
}
const settle = (id: number, outcome: Parameters<typeof settleVerification>[2]) =>
  settleVerification(api.db, id, outcome, recordingJobs.jobs, api.clock.now)
const verify = async (who: string, id: number, outcome: Parameters<typeof settle>[1] = 'verified') => {
  await api.call(verifyChannel, { token: tokens[who], body: { id } })
  await settle(id, outcome)
}
const list = (who: string) => api.call(listChannels, { token: tokens[who] })
const readClosed = async (who: string) => (await list(who)).closed.map(({ id, reason }) => ({ id, reason }))
const listMails = () =>
  queryRaw<{ event: string; recipient: string; kind: string; locale: string; data: object }>(
    api.db,
    // Without those about reviews.
    `select event_key as event, recipient, kind, locale, data
    from mails
    where event_key not like 'channel-reviewed %'
    order by id`,
  )
const listClosings = () =>
  queryRaw(
    api.db,
    `select actor, network_id as network, action, subject_id as subject, detail
    from audit_log
    where action in ('closeChannel', 'channel release')
    order by id`,
  )
const addDays = (days: number, from = start) => new Date(from.getTime() + days * 86_400_000)
const sweep = (now: Date) => {
  api.clock.now = now
  return sweepRegistrations({ db: api.db, log: createLog('silent') }, now)
}

describe('a channel that somebody else has registered', () => {
  test('can be registered, also when theirs was rejected, as long as it is not verified', async () => {
    const rival = await register('rival')
    await reviewChannel(api.db, rival, 3, 'Not yours.', start)
    await register('alone')
    const { found } = await api.call(findChannel, { token: tokens.boss, query: { link } })
    expect(found).toMatchObject({ channelId })
    await register('boss')
    expect(await queryRaw(api.db, 'select count(*) as live from channels where removed_at is null')).toEqual([
      { live: 3 },
    ])
  })

  test('and verified cannot, also when it was rejected since, with a message that fits and names nobody', async () => {
    const rival = await register('rival')
    await verify('rival', rival)
    await reviewChannel(api.db, rival, 3, 'Copied.', start)
    const expected = {
      code: 'taken',
      message: '이미 등록되어 있습니다. 입력한 내용을 확인해 주세요.',
      fields: {
        link: {
          code: 'channel_claimed',
          message:
            '다른 곳에서 이미 인증한 채널이라 등록할 수 없습니다. 본인의 채널이라면 관리자나 운영자에게 문의해 주세요.',
        },
      },
    }
    const call = { token: tokens.boss, language: 'ko' }
    const added = await api.request(addChannel, { ...call, body: { link, category: 'people' } })
    expect([added.status, added.body]).toEqual([409, expect.objectContaining(expected)])
    const found = await api.request(findChannel, { ...call, query: { link } })
    expect([found.status, found.body]).toEqual([409, expect.objectContaining(expected)])
    expect(JSON.stringify([added.body, found.body])).not.toMatch(/rival|mail|이메일/)
  })

  test('waits for YouTube and is then refused when it was verified meanwhile', async () => {
    youtube.failure = 'no_answer'
    const { request } = (await requestAdd('boss')).body
    youtube.failure = null
    await verify('rival', await register('rival'))
    await settleRequest(api.db, request.id, { found: channel }, start)
    expect((await list('boss')).requests).toMatchObject([{ failure: 'channel_claimed' }])
  })

  test('in one’s own network is refused, and said to be one’s own', async () => {
    await register('boss')
    for (const who of ['boss', 'member']) {
      const { status, body } = await requestAdd(who)
      expect([status, body.fields.link.code]).toEqual([409, 'channel_taken'])
    }
  })
})

test('an account that nobody has confirmed or approved yet uses no quota', async () => {
  const id = await register('alone')
  for (const [change, code] of [
    ['is_self_registered = true', 'unconfirmed'],
    ['email_confirmed_at = now(), awaits_approval = true', 'awaiting_approval'],
  ] as const) {
    await queryRaw(api.db, `update accounts set ${change} where id = $1`, [ids.alone])
    const call = { token: await signIn(api, 'alone@example.test') }
    youtube.callCount = 0
    const replies = [
      await api.request(findChannel, { ...call, query: { link } }),
      await api.request(addChannel, { ...call, body: { link, category: 'people' } }),
      await api.request(verifyChannel, { ...call, body: { id } }),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, code]))
    expect(youtube.callCount).toBe(0)
  }
  await queryRaw(
    api.db,
    'update accounts set is_self_registered = false, awaits_approval = false where id = $1',
    [ids.alone],
  )
})

describe('the first verification', () => {
  test('wins: other registrations are closed, and their people learn why', async () => {
    const alone = await register('alone')
    const member = await register('member')
    const rival = await register('rival')
    await api.call(verifyChannel, { token: tokens.member, body: { id: member } })
    await verify('rival', rival)
    expect((await list('rival')).channels).toMatchObject([{ id: rival, verification: 'verified' }])
    for (const who of ['member', 'boss', 'alone']) expect((await list(who)).channels).toEqual([])
    for (const who of ['member', 'boss'])
      expect(await readClosed(who)).toEqual([{ id: member, reason: 'claimed' }])
    expect(await readClosed('alone')).toEqual([{ id: alone, reason: 'claimed' }])
    for (const who of ['other', 'rival']) expect(await readClosed(who)).toEqual([])
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    const mail = { kind: 'channel-claimed', data: { channel: channel.name } }
    expect(await listMails()).toEqual([
      {
        ...mail,
        event: `channel-claimed ${alone} ${ids.alone}`,
        recipient: 'alone@example.test',
        locale: 'en',
      },
      {
        ...mail,
        event: `channel-claimed ${member} ${await findPerson(api.db, 'boss@example.test')}`,
        recipient: 'boss@example.test',
        locale: 'ko',
      },
      {
        ...mail,
        event: `channel-claimed ${member} ${ids.member}`,
        recipient: 'member@example.test',
        locale: 'ko',
      },
    ])
    const change = { actor: 'background', action: 'closeChannel' }
    const before = { channel_id: channelId, approval: 'pending' }
    expect(await listClosings()).toEqual([
      {
        ...change,
        network: ids.alone,
        subject: String(alone),
        detail: {
          closed: 'claimed',
          before: { ...before, verification: 'pending', members: [ids.alone] },
          after: null,
        },
      },
      {
        ...change,
        network: ids.boss,
        subject: String(member),
        detail: {
          closed: 'claimed',
          before: { ...before, verification: 'verifying', members: [ids.member] },
          after: null,
        },
      },
    ])
  })

  test('leaves a later one without effect, and without another mail', async () => {
    const boss = await register('boss')
    const rival = await register('rival')
    for (const [who, id] of [
      ['boss', boss],
      ['rival', rival],
    ] as const)
      await api.call(verifyChannel, { token: tokens[who], body: { id } })
    await settle(boss, 'verified')
    await settle(rival, 'verified')
    expect((await list('boss')).channels).toMatchObject([{ id: boss, verification: 'verified' }])
    expect([(await list('rival')).channels, await readClosed('rival')]).toEqual([
      [],
      [{ id: rival, reason: 'claimed' }],
    ])
    expect(await listMails()).toHaveLength(1)
  })

  test('closes one’s own registration if another was verified in a way that could not close it', async () => {
    const boss = await register('boss')
    await createChannel(api.db, ids.rival ?? 0, channelId, { approval: 0 })
    await verify('boss', boss)
    expect(await readClosed('boss')).toEqual([{ id: boss, reason: 'claimed' }])
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
  })

  test('frees the channel again when its people remove it', async () => {
    const rival = await register('rival')
    await verify('rival', rival)
    await api.call(deleteChannel, { token: tokens.rival, body: { id: rival, acknowledged: 'on', password } })
    expect(await readClosed('rival')).toEqual([])
    await verify('boss', await register('boss'))
  })

  test('is the operator’s when the channel is adopted with a network', async () => {
    const folder = await createReportFolder()
    const file = await folder.write(
      reportFileName('video_metadata', '2026-03-02'),
      formatMetadata([metadataRow({ channel_id: channelId })]),
    )
    const boss = await register('boss')
    const adopted = ['--site', 'adopted.example', '--manager', 'lead@adopted.example', '--from', '2026-03-01']
    const { text } = await runOperator(api.db, 'network', 'adopt', file, ...adopted)
    expect(text).toContain('channels: 1 registered')
    expect(await readClosed('boss')).toEqual([{ id: boss, reason: 'claimed' }])
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    await folder.remove()
  })
})

describe('a closed registration', () => {
  test('is hidden by each person for themselves, and by nobody else', async () => {
    const member = await register('member')
    await verify('rival', await register('rival'))
    const dismiss = async (who: string) => {
      const { body } = await api.request(dismissClosedChannel, { token: tokens[who], body: { id: member } })
      return body.code ?? 'ok'
    }
    for (const who of ['rival', 'other', 'alone']) expect(await dismiss(who)).toBe('not_found')
    expect([await dismiss('member'), await dismiss('member')]).toEqual(['ok', 'ok'])
    expect(await readClosed('member')).toEqual([])
    expect(await readClosed('boss')).toHaveLength(1)
  })

  test('is listed for thirty days, and until the channel is registered again', async () => {
    await register('member')
    await sweep(addDays(14))
    expect(await readClosed('member')).toHaveLength(1)
    await register('boss')
    expect(await readClosed('boss')).toEqual([])
    await queryRaw(api.db, 'update channels set removed_at = $1 where removed_at is null', [addDays(15)])
    api.clock.now = addDays(43)
    tokens.boss = await signIn(api, 'boss@example.test')
    expect(await readClosed('boss')).toHaveLength(1)
    api.clock.now = addDays(45)
    expect(await readClosed('boss')).toEqual([])
  })
})

describe('a registration that nobody verifies', () => {
  test('says until when, reminds once after a week, and expires after two', async () => {
    const id = await register('member')
    expect((await list('member')).channels).toMatchObject([{ expiresAt: addDays(14).toISOString() }])
    await sweep(addDays(7, new Date(start.getTime() - 1)))
    expect(await listMails()).toEqual([])
    await sweep(addDays(7))
    await sweep(addDays(8))
    const reminder = {
      kind: 'channel-reminder',
      locale: 'ko',
      data: { channel: channel.name, day: '2026-11-15' },
    }
    expect(await listMails()).toEqual([
      {
        ...reminder,
        event: `channel-reminder ${id} ${await findPerson(api.db, 'boss@example.test')}`,
        recipient: 'boss@example.test',
      },
      { ...reminder, event: `channel-reminder ${id} ${ids.member}`, recipient: 'member@example.test' },
    ])
    await sweep(addDays(14, new Date(start.getTime() - 1)))
    expect((await list('member')).channels).toHaveLength(1)
    await sweep(addDays(14))
    await sweep(addDays(14))
    expect([(await list('member')).channels, await readClosed('member')]).toEqual([
      [],
      [{ id, reason: 'expired' }],
    ])
    expect((await listMails()).slice(2)).toMatchObject([
      {
        event: `channel-expired ${id} ${await findPerson(api.db, 'boss@example.test')}`,
        data: { channel: channel.name },
      },
      { event: `channel-expired ${id} ${ids.member}` },
    ])
    expect(await listClosings()).toMatchObject([{ actor: 'background', detail: { closed: 'expired' } }])
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    expect(await register('member')).not.toBe(id)
  })

  test('expires without a reminder when nothing ran for two weeks', async () => {
    await register('boss')
    await sweep(addDays(20))
    expect((await listMails()).map(({ kind }) => kind)).toEqual(['channel-expired'])
  })

  test('does not expire while it is being verified, and has a day more when YouTube was the reason', async () => {
    const id = await register('boss')
    await api.call(verifyChannel, { token: tokens.boss, body: { id } })
    await sweep(addDays(14))
    await settle(id, 'quota')
    await sweep(addDays(14.9))
    expect((await list('boss')).channels).toMatchObject([
      { verificationFailure: 'quota', expiresAt: addDays(15).toISOString() },
    ])
    await verify('boss', id, 'code_missing')
    await sweep(addDays(15))
    expect(await readClosed('boss')).toEqual([{ id, reason: 'expired' }])
  })

  test('never expires once it is verified, nor while it is rejected; after that, two weeks begin again', async () => {
    await verify('boss', await register('boss'))
    await queryRaw(api.db, `update channels set channel_id = $1`, [channelIdFor('two')])
    const rejected = await register('boss')
    await reviewChannel(api.db, rejected, 3, 'Copied.', start)
    const readDeadlines = async () => {
      const { channels } = await list('boss')
      const [own, others] = [
        channels.filter(({ id }) => id === rejected),
        channels.filter(({ id }) => id !== rejected),
      ]
      return [own[0]?.expiresAt, others.map(({ expiresAt }) => expiresAt)]
    }
    await sweep(addDays(29))
    expect(await readDeadlines()).toEqual([null, [null]])
    await reviewChannel(api.db, rejected, 1, 'Checking again.', addDays(29))
    expect(await readDeadlines()).toEqual([addDays(43).toISOString(), [null]])
    expect(await listMails()).toEqual([])
  })

  test('and has no deadline, as from an older backup, gets two weeks', async () => {
    const id = await register('boss')
    await queryRaw(api.db, 'update channels set expires_at = null')
    await sweep(addDays(20))
    expect((await list('boss')).channels).toMatchObject([{ id, expiresAt: addDays(34).toISOString() }])
  })
})

describe('channel release', () => {
  const release = (idOrChannelId: string | number, ...options: string[]) =>
    runOperator(api.db, 'channel', 'release', String(idOrChannelId), ...options)
  const because = ['--reason', 'Verified by a former editor.']

  test('ends a verified registration with its figures, and frees the channel for whose it is', async () => {
    const day = '2026-10-20'
    await insertFacts(api.db, [
      {
        day,
        channelId,
        videoId: videoIdFor('v'),
        country: 'KR',
        views: 70,
        premiumViews: 1,
        revenueMicros: 1_000,
        premiumRevenueMicros: 100,
      },
    ])
    const id = await register('rival')
    await verify('rival', id)
    await runOperator(api.db, 'channel', 'review', channelId, 'approve')
    await queryRaw(api.db, 'update channels set earns_from = $1', [day])
    await runOperator(api.db, 'channel', 'review', channelId, 'hold', ...because)
    await runOperator(api.db, 'channel', 'review', channelId, 'approve')
    const readViews = async () => {
      await refreshLists(api.db)
      const query = { period: 'six-months' as const }
      return (await api.call(readDashboard, { token: tokens.rival, query })).report?.totals.views ?? 0
    }
    expect(await readViews()).toBe(70)
    await clearAuditLog(api.db)
    const { text } = await release(channelId, ...because)
    expect(text).toBe(`${id}  ${channelId}  ${channel.name}: closed: released by the operator`)
    expect(await readViews()).toBe(0)
    expect(await readClosed('rival')).toEqual([{ id, reason: 'released' }])
    expect(await listMails()).toMatchObject([
      {
        event: `channel-released ${id} ${await findPerson(api.db, 'rival@example.test')}`,
        data: { channel: channel.name },
      },
    ])
    expect(await listClosings()).toEqual([
      {
        actor: 'operator',
        network: ids.rival,
        action: 'channel release',
        subject: String(id),
        detail: {
          reason: because[1],
          closed: 'released',
          before: { channel_id: channelId, approval: 'approved', verification: 'verified', members: [] },
          after: null,
        },
      },
    ])
    expect(await findBrokenChannelInvariants(api.db)).toEqual([])
    await verify('boss', await register('boss'))
    await expect(release(id, ...because)).rejects.toThrow(/already ended/)
  })

  test('needs a reason, and an id where several claim the channel', async () => {
    const boss = await register('boss')
    const rival = await register('rival')
    await expect(release(boss)).rejects.toThrow('--reason is required')
    await expect(release(channelId, ...because)).rejects.toThrow(
      `${channelId} has several registrations: name one by its id: ${boss} (boss@example.test), ${rival} (rival@example.test).`,
    )
    const listed = (await runOperator(api.db, 'channel', 'list')).text
    expect(listed.match(/not verified +\d{4}-\S+ \S+ +1 /g)).toHaveLength(2)
    const shown = (await runOperator(api.db, 'channel', 'show', String(boss))).text
    expect(shown).toContain(`competes   with ${rival} (not verified) of rival@example.test on example.test`)
    expect(shown).toContain('expires    2026-11-15 09:00 unless it is verified')
    await release(boss, ...because)
    expect((await runOperator(api.db, 'channel', 'show', String(boss))).text).toContain(
      'closed: released by the operator',
    )
    await verify('rival', rival)
    await release(channelId, ...because)
    expect(await readClosed('rival')).toEqual([{ id: rival, reason: 'released' }])
  })
})
