import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importShares, readPayoutShares } from '#contract/settlement/payout-shares.ts'
import {
  createAccount,
  createChannel,
  createSite,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
let token = ''
let [one, two, foreign] = [0, 0, 0]
const ids: Record<string, number> = {}

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  folder = await createReportFolder()
  const site = await createSite(api.db)
  ids.boss = await createAccount(api.db, site, 'boss@example.test')
  ids.rival = await createAccount(api.db, site, 'rival@example.test')
  for (const name of ['ann', 'ben'])
    ids[name] = await createAccount(api.db, site, `${name}@example.test`, ids.boss)
  ids.cho = await createAccount(api.db, site, 'cho@example.test', ids.rival)
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})
beforeEach(async () => {
  await execAsOwner(
    api.db,
    `delete from payout_shares; delete from assignments; delete from channels; delete from months;
    delete from rate_limit_windows`,
  )
  // In Pacific time it is 2026-04-09.
  api.clock.now = new Date('2026-04-10T02:00:00Z')
  token = await signIn(api, 'boss@example.test')
  const earnsFrom = '2026-02-05'
  one = await createChannel(api.db, getId('boss'), channelIdFor('one'), { earnsFrom })
  two = await createChannel(api.db, getId('boss'), channelIdFor('two'), { earnsFrom })
  foreign = await createChannel(api.db, getId('rival'), channelIdFor('foreign'), { earnsFrom })
  await queryRaw(api.db, `update channels set handle = '@Two' where registration_id = $1`, [two])
  await clearAuditLog(api.db)
})

const getId = (name: string) => ids[name] ?? 0
const closeMonth = (month: string) => insertClosedMonth(api.db, month)
const upload = (lines: readonly string[], check = false) =>
  requestOutcome(api, importShares, { token, body: { file: lines.join('\n'), check } })
const readDays = async () =>
  (
    await queryRaw<{ id: number; name: string; from: string }>(
      api.db,
      `select registration_id as id, a.nickname as name, from_day::text as "from"
      from assignments s join accounts a on a.id = s.account_id order by 1, 2`,
    )
  ).map(({ id, name, from }) => `${id === one ? 'one' : id === two ? 'two' : 'foreign'} ${name} ${from}`)
const readSets = async (name: string) =>
  (await api.call(readPayoutShares, { token, query: { channel: channelIdFor(name) } })).sets.map(
    ({ fromDay, shares }) =>
      `${fromDay} ${shares.map(({ member, permille }) => `${member.nickname} ${permille}`).join(' ')}`,
  )

const header = 'channel,member,share,from'

describe('a file of assignments and shares', () => {
  const lines = [
    header,
    `${channelIdFor('one')},ann@example.test,60,2026-03-01`,
    `${channelIdFor('one')},ben@example.test,30.5 %,2026-03-01`,
    `https://www.youtube.com/channel/${channelIdFor('one')},ann@example.test,40,2026-04-01`,
    `${channelIdFor('one')},ben@example.test,50,2026-04-01`,
    '@two,ann@example.test,,',
  ]

  test('is previewed, then assigns and sets shares, each from its day', async () => {
    const preview = await upload(lines, true)
    expect(preview).toMatchObject({
      changes: [
        {
          channel: { id: one },
          member: { nickname: 'ann' },
          assignedFrom: '2026-03-01',
          permille: 600,
          fromDay: '2026-03-01',
        },
        { member: { nickname: 'ben' }, assignedFrom: '2026-03-01', permille: 305 },
        { member: { nickname: 'ann' }, assignedFrom: null, permille: 400, fromDay: '2026-04-01' },
        { member: { nickname: 'ben' }, assignedFrom: null, permille: 500 },
        {
          channel: { id: two },
          member: { nickname: 'ann' },
          assignedFrom: '2026-02-05',
          permille: null,
          fromDay: null,
        },
      ],
      unchanged: 0,
    })
    expect([await readDays(), await readSets('one')]).toEqual([[], []])
    expect(await upload(lines)).toEqual(preview)
    expect(await readDays()).toEqual(['one ann 2026-03-01', 'one ben 2026-03-01', 'two ann 2026-02-05'])
    expect(await readSets('one')).toEqual(['2026-04-01 ann 400 ben 500', '2026-03-01 ann 600 ben 305'])
    expect(await readSets('two')).toEqual([])
    expect((await listAuditEntries(api.db)).map(({ action }) => action)).toEqual(
      Array(4).fill('importShares'),
    )
    expect(await upload(lines)).toMatchObject({ changes: [], unchanged: 5 })
  })

  test('is the same again after a month of it was closed', async () => {
    await upload(lines)
    await closeMonth('2026-03')
    expect(await upload(lines)).toMatchObject({ changes: [], unchanged: 5 })
    const changed = lines.map((line) => line.replace(',60,', ',61,'))
    expect(await upload(changed)).toEqual(['invalid', 'lines.2 day_closed', 'lines.3 day_closed'])
  })

  test('without days begins on the earning day, the shares in open months', async () => {
    await closeMonth('2026-02')
    await upload(['channel,member,share', `${one},ann@example.test,50`, `${one},ben@example.test,50`])
    expect(await readDays()).toEqual(['one ann 2026-02-05', 'one ben 2026-02-05'])
    expect(await readSets('one')).toEqual(['2026-03-01 ann 500 ben 500'])
    await upload(['channel,member,share', `${one},ann@example.test,70`, `${one},ben@example.test,30`])
    expect(await readSets('one')).toEqual(['2026-04-09 ann 700 ben 300', '2026-03-01 ann 500 ben 500'])
  })

  test('is refused as a whole, naming each line', async () => {
    await closeMonth('2026-02')
    expect(
      await upload([
        header,
        `${channelIdFor('foreign')},ann@example.test,60,2026-03-01`,
        `${one},cho@example.test,60,2026-03-01`,
        `${one},ann@example.test,sixty,2026-03-01`,
        `${one},ann@example.test,60,2026-03-01`,
        `${one},ann@example.test,60,2026-03-01`,
        `${one},ben@example.test,,2026-03-01`,
        `${two},ann@example.test,60,2026-03-05`,
        `${two},ben@example.test,50,2026-03-05`,
        `${two},ben@example.test,50,2026-02-28`,
      ]),
    ).toEqual([
      'not_found',
      'lines.2 channel_missing',
      'lines.3 member_unknown',
      'lines.4 share_invalid',
      'lines.6 line_repeated',
      'lines.7 share_missing',
      'lines.9 shares_total',
      'lines.10 day_closed',
    ])
    expect([await readDays(), await readSets('one'), await readSets('two')]).toEqual([[], [], []])
  })
})

describe('the command', () => {
  const run = async (lines: readonly string[], ...options: string[]) =>
    runOperator(
      api.db,
      'channel',
      'share',
      '--file',
      await folder.write('shares.csv', lines.join('\n')),
      ...options,
    )

  test('takes channels of all networks, hundreds at once', async () => {
    const channels = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        createChannel(api.db, getId('boss'), channelIdFor(`many_${at}`), { earnsFrom: '2026-03-01' }),
      ),
    )
    const lines = channels.flatMap((id) => [`${id},ann@example.test,60,`, `${id},ben@example.test,40,`])
    const file = [header, ...lines, `${foreign},cho@example.test,90,2026-04-02`]
    expect((await run(file, '--from', '2026-03-02', '--check')).text).toBe(
      '401 lines ok; nothing was changed',
    )
    expect((await run(file, '--from', '2026-03-02')).text).toBe('401 lines: 401 changed something')
    expect(await readSets('many_7')).toEqual(['2026-03-02 ann 600 ben 400'])
    expect(await readDays()).toContain('foreign cho 2026-04-02')
    expect((await run(file, '--from', '2026-03-02')).text).toBe('401 lines: 0 changed something')
    expect((await listAuditEntries(api.db)).at(-1)?.action).toBe('channel share')
  })

  test('names each line that is wrong', async () => {
    const { status, lines } = await run([
      header,
      `999999,ann@example.test,60,2026-03-01`,
      `${one},cho@example.test,60,2026-03-01`,
      `${two},ann@example.test,60,2026-03-01`,
    ])
    expect(status).toBe(1)
    expect(lines).toEqual([
      'shares.csv: 2 invalid lines, so nothing was changed:',
      '  line 2, channel: there is no registration 999999',
      '  line 3, member: The network has no member with this email address',
    ])
    await expect(run([header])).rejects.toThrow('has no assignment')
    await expect(runOperator(api.db, 'channel', 'share', '12')).rejects.toThrow("'email=percent'")
  })
})
