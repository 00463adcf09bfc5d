import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  importFees,
  listFeeRates,
  readDefaultFee,
  removeFee,
  setDefaultFee,
  setFees,
} from '#contract/people/fees.ts'
import { addMember, updateMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { earliestDay } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { lockDecisions } from '#server/reports/figures/open-days.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  listAuditEntries,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { insertClosedMonth, requestOutcome } from '#tests/support/dated-decisions.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
let token = ''
const ids: Record<string, number> = {}
/** In Pacific time it is 2026-04-09. */
const now = new Date('2026-04-10T02:00:00Z')

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
    `delete from fee_rates; delete from months; delete from rate_limit_windows;
    update accounts set default_fee_permille = null; update sites set default_fee_permille = null`,
  )
  api.clock.now = now
  token = await signIn(api, 'boss@example.test')
  await clearAuditLog(api.db)
})

const getId = (name: string) => ids[name] ?? 0
const closeMonth = (month: string) => insertClosedMonth(api.db, month)
const request = async (endpoint: Endpoint, body: object) => {
  const outcome = await requestOutcome(api, endpoint, { token, body })
  return Array.isArray(outcome) ? outcome : 'ok'
}
const set = (...fees: [name: string, percent: number, from?: string][]) =>
  request(setFees, {
    fees: fees.map(([name, fee_rate, from]) => ({ member: getId(name), fee_rate, ...(from && { from }) })),
  })
const readFees = async (name: string) =>
  (await api.call(listFeeRates, { token, query: { target: getId(name) } })).fees.map(
    ({ fromDay, fee_rate }) => [fromDay, fee_rate] as const,
  )

describe('a fee has a day', () => {
  test('of an open month, past or to come, and the same day replaces it', async () => {
    await closeMonth('2026-02')
    const change = (fee_rate: number, from?: string) =>
      request(updateMember, { target: getId('ann'), fee_rate, ...(from && { from }) })
    expect(await change(20, '2026-03-05')).toBe('ok')
    expect(await change(15, '2027-01-01')).toBe('ok')
    expect(await change(25, '2026-03-05')).toBe('ok')
    expect(await change(30)).toBe('ok')
    expect(await readFees('ann')).toEqual([
      ['2027-01-01', 15],
      ['2026-04-09', 30],
      ['2026-03-05', 25],
    ])
    expect(await change(10, '2026-02-28')).toEqual(['month_closed', 'from day_closed'])
    expect(await change(10, '2026-02-30')).toEqual(['invalid', 'from day_invalid'])
    const { members } = await api.call(listMembers, { token })
    expect(members.find(({ id }) => id === ids.ann)?.fee_rate).toBe(30)
    expect(await api.call(listFeeRates, { token, query: { target: getId('ann') } })).toMatchObject({
      firstDay: '2026-03-01',
      today: '2026-04-09',
      standardDay: '2026-04-09',
    })
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'updateMember',
      detail: { from: '2026-04-09', before: { fee_rate: 25 }, after: { fee_rate: 30 } },
    })
  })

  test('the first counts from the first open day, or from the beginning; later ones from today', async () => {
    expect(await set(['ann', 20])).toBe('ok')
    await closeMonth('2026-02')
    expect(await set(['ben', 20], ['ann', 10])).toBe('ok')
    expect(await readFees('ann')).toEqual([
      ['2026-04-09', 10],
      [earliestDay, 20],
    ])
    expect(await readFees('ben')).toEqual([['2026-03-01', 20]])
  })

  test('can be none, so that the first one to come changes no day before', async () => {
    expect(await set(['ann', 0, '2026-01-01'], ['ann', 20, '2026-05-01'])).toBe('ok')
    expect(await set(['ann', 10])).toBe('ok')
    expect(await readFees('ann')).toEqual([
      ['2026-05-01', 20],
      ['2026-04-09', 10],
      ['2026-01-01', 0],
    ])
  })

  test('is removed in an open month only; the one before counts instead', async () => {
    await set(['ann', 20, '2026-02-01'], ['ann', 10, '2026-03-05'])
    await closeMonth('2026-02')
    const remove = (from: string, name = 'ann') => request(removeFee, { target: getId(name), from })
    expect(await remove('2026-02-01')).toEqual(['month_closed'])
    expect(await remove('2026-03-06')).toEqual(['not_found'])
    expect(await remove('2026-03-05', 'cho')).toEqual(['not_found'])
    expect(await remove('2026-03-05')).toBe('ok')
    expect(await readFees('ann')).toEqual([['2026-02-01', 20]])
    expect((await listAuditEntries(api.db)).at(-1)).toMatchObject({
      action: 'removeFee',
      detail: { from: '2026-03-05', before: { fee_rate: 10 }, after: { fee_rate: 20 } },
    })
  })

  test('counts in reports on each of its days at once', async () => {
    const id = await createChannel(api.db, getId('boss'), channelIdFor('one'))
    await insertAssignment(api.db, id, getId('ann'))
    await insertFacts(
      api.db,
      ['2026-04-01', '2026-04-02'].map((day) => ({
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
    const theirs = await signIn(api, 'ann@example.test')
    const readNet = async () =>
      (await api.call(readDashboard, { token: theirs, query: { period: 'month' } })).report?.totals.netProfit
    expect(await readNet()).toBe(20_000_000)
    await set(['ann', 50, '2026-04-02'])
    expect(await readNet()).toBe(15_000_000)
    await request(removeFee, { target: getId('ann'), from: '2026-04-02' })
    expect(await readNet()).toBe(20_000_000)
    await queryRaw(api.db, 'delete from assignments')
  })

  test('waits for a closing, and is refused in the month that it closed', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const closing = api.db.transaction(async (tx) => {
      await lockDecisions(tx)
      await queryRaw(
        tx,
        `insert into months (month, state, closed_at, krw_micros) values ('2026-03-01', 'closed', now(), 1400000000)`,
      )
      start()
      await finished
    })
    await started
    const setting = set(['ann', 20, '2026-03-05'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    finish()
    await closing
    expect(await setting).toEqual(['month_closed', 'fees.0.from day_closed'])
  })
})

describe('fees of many members', () => {
  test('are set together, hundreds at once', async () => {
    const days = Array.from({ length: 300 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    )
    const fees = days.map((from, at) => ({
      member: getId(at % 2 ? 'ann' : 'ben'),
      fee_rate: (at % 50) + 1,
      from,
    }))
    expect((await api.call(setFees, { token, body: { fees } })).changed).toBe(300)
    expect(await readFees('ann')).toHaveLength(150)
    expect(await listAuditEntries(api.db)).toHaveLength(300)
    expect((await api.call(setFees, { token, body: { fees } })).changed).toBe(0)
  })

  test('are all refused if one is, naming each', async () => {
    await closeMonth('2026-02')
    expect(await set(['ann', 10], ['cho', 10], ['ben', 10, '2026-02-01'])).toEqual([
      'not_found',
      'fees.1.member member_missing',
      'fees.2.from day_closed',
    ])
    expect(await set(['ann', 10, '2026-03-01'], ['ann', 20, '2026-03-01'])).toEqual([
      'invalid',
      'fees.1.from line_repeated',
    ])
    expect(await set(['ann', 10], ['ben', 10.55])).toEqual(['invalid', 'fees.1.fee_rate fee_rate_invalid'])
    expect(await set()).toMatchObject(['invalid', 'fees invalid'])
    expect([await readFees('ann'), await readFees('ben')]).toEqual([[], []])
  })
})

describe('a file of fees', () => {
  const upload = async (file: string, check = false) => {
    const { status, body } = await api.request(importFees, { token, body: { file, check } })
    const fields = Object.entries<{ code: string }>(body.fields ?? {}).map(
      ([name, { code }]) => `${name} ${code}`,
    )
    return status === 200 ? body : [body.code, ...fields]
  }
  const file =
    '\uFEFFfrom;member;fee\n;ann@example.test;17,5 %\n2026. 5. 1.;ANN@example.test;20\n;ben@example.test;0\n'

  test('is previewed, then written, as a spreadsheet saves it', async () => {
    const change = { member: { id: ids.ann, nickname: 'ann', email: 'ann@example.test' } }
    const expected = {
      changes: [
        { ...change, fromDay: earliestDay, before: 0, fee_rate: 17.5 },
        { ...change, fromDay: '2026-05-01', before: 17.5, fee_rate: 20 },
      ],
      unchanged: 1,
    }
    expect(await upload(file, true)).toMatchObject(expected)
    expect(await readFees('ann')).toEqual([])
    expect(await upload(file)).toMatchObject(expected)
    expect(await readFees('ann')).toEqual([
      ['2026-05-01', 20],
      [earliestDay, 17.5],
    ])
  })

  test('is the same again after a month of it was closed', async () => {
    const lines = 'member,fee,from\nann@example.test,20,2026-02-01\nann@example.test,10,2026-03-01\n'
    await upload(lines)
    await closeMonth('2026-02')
    expect(await upload(lines)).toMatchObject({ changes: [], unchanged: 2 })
    expect(await upload(lines.replace('20,', '21,'))).toEqual(['invalid', 'lines.2 day_closed'])
  })

  test('is refused by line, or as a whole', async () => {
    await closeMonth('2026-02')
    const lines = [
      'member,fee,from',
      'cho@example.test,10,',
      'ann,10,',
      'ann@example.test,101,',
      'ann@example.test,10,soon',
      'ann@example.test,10,2026-02-01',
      'ben@example.test,10,2026-03-01,4',
      'ben@example.test,10,2026-03-01',
      'ben@example.test,11,2026-03-01',
    ]
    expect(await upload(lines.join('\n'))).toEqual([
      'not_found',
      'lines.2 member_unknown',
      'lines.3 email_invalid',
      'lines.4 fee_rate_invalid',
      'lines.5 day_invalid',
      'lines.6 day_closed',
      'lines.7 line_invalid',
      'lines.9 line_repeated',
    ])
    expect(await upload('member,rate\nann@example.test,10')).toEqual(['invalid', 'file file_columns'])
    expect([await readFees('ann'), await readFees('ben')]).toEqual([[], []])
  })
})

describe('the commands', () => {
  const run = (...words: string[]) => runOperator(api.db, ...words, '--site', 'example.test')

  test('set, list and remove the fees of a member', async () => {
    await closeMonth('2026-02')
    expect((await run('member', 'fee', 'ann@example.test', '20')).text).toBe(
      'ann@example.test: 20 % from 2026-03-01 on, instead of 0 %',
    )
    expect((await run('member', 'fee', 'ann@example.test', '17.5', '--from', '2099-05-01')).text).toContain(
      '17.5 % from 2099-05-01 on, instead of 20 %',
    )
    expect((await run('member', 'fees', 'ann@example.test')).lines.join('\n')).toMatch(
      /2099-05-01 +17\.5 %.*2026-03-01 +20 %/s,
    )
    expect((await run('member', 'fee', 'ann@example.test', 'none', '--from', '2099-05-01')).text).toContain(
      'the fee from 2099-05-01 on is removed',
    )
    expect(await readFees('ann')).toEqual([['2026-03-01', 20]])
    await expect(run('member', 'fee', 'ann@example.test', '9', '--from', '2026-02-28')).rejects.toThrow(
      '2026-02-28 is before the first day of an open month',
    )
    await expect(run('member', 'fee', 'ann@example.test', 'none', '--from', '2026-04-01')).rejects.toThrow(
      'has no fee that begins on 2026-04-01',
    )
    await expect(run('member', 'fee', 'boss@example.test', '9')).rejects.toThrow('is not a confirmed member')
    await expect(run('member', 'fee', 'ann@example.test')).rejects.toThrow('or --file')
    await expect(run('member', 'fee', 'ann@example.test', '101')).rejects.toThrow('percentage from 0 to 100')
  })

  test('set those of a file with thousands of lines, of all networks of a site', async () => {
    const days = Array.from({ length: 1_500 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    )
    const lines = days.flatMap((day, at) => [
      `ann@example.test,${(at % 90) + 1},${day}`,
      `cho@example.test,${(at % 90) + 2}.5,${day}`,
    ])
    const file = await folder.write('fees.csv', ['member,fee,from', ...lines, ''].join('\n'))
    const checked = await run('member', 'fee', '--file', file, '--check')
    expect([checked.status, checked.lines.at(-1)]).toEqual([0, '3,000 fees ok; nothing was changed'])
    expect(await readFees('ann')).toEqual([])
    expect((await run('member', 'fee', '--file', file)).lines.at(-1)).toBe('3,000 fees: 3000 changed')
    expect(await readFees('ann')).toHaveLength(1_500)
    expect(await queryRaw(api.db, 'select distinct network_id from audit_log order by 1')).toEqual([
      { network_id: ids.boss },
      { network_id: ids.rival },
    ])
  })

  test('name each line of a file that is wrong', async () => {
    await closeMonth('2026-02')
    const file = await folder.write(
      'fees.csv',
      'member,fee,from\nann@example.test,10,2026-02-01\nnobody@example.test,10,\nann@example.test,-1,\n',
    )
    const { status, lines } = await run('member', 'fee', '--file', file)
    expect(status).toBe(1)
    expect(lines).toEqual([
      'fees.csv: 3 invalid lines, so nothing was changed:',
      '  line 2, from: The month of this day is already closed. Please choose a day of an open month',
      '  line 3, member: The network has no member with this email address',
      '  line 4, fee: Please enter a fee rate from 0 to 100, with at most one decimal place',
    ])
  })
})

describe('new members', () => {
  let count = 0
  const add = async () => {
    const body = { user_id: `new${++count}@example.test`, password: 'secret', nickname: 'New' }
    const { member } = await api.call(addMember, { token, body })
    return [
      member.fee_rate,
      (await api.call(listFeeRates, { token, query: { target: member.id } })).fees.map(
        ({ fromDay }) => fromDay,
      ),
    ]
  }

  test('start with the fee that they are created with, from the day of a first one', async () => {
    const create = async (fee_rate: number) => {
      const body = { user_id: `own${++count}@example.test`, nickname: 'New', fee_rate }
      const { status, body: reply } = await api.request(addMember, { token, body })
      if (status !== 200) return [reply.code, reply.fields?.fee_rate?.code]
      const target = reply.member.id
      const { fees } = await api.call(listFeeRates, { token, query: { target } })
      return [reply.member.fee_rate, fees.map((fee) => [fee.fromDay, fee.fee_rate])]
    }
    expect(await create(17.5)).toEqual([17.5, [[earliestDay, 17.5]]])
    await api.call(setDefaultFee, { token, body: { fee_rate: 20 } })
    expect(await create(0)).toEqual([0, [[earliestDay, 0]]])
    await closeMonth('2026-02')
    expect(await create(12)).toEqual([12, [['2026-03-01', 12]]])
    for (const rate of [-1, 100.1, 12.34]) expect(await create(rate)).toEqual(['invalid', 'fee_rate_invalid'])
    const entries = (await listAuditEntries(api.db)).filter(({ action }) => action !== 'setDefaultFee')
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual(
      [17.5, 0, 12].map((fee_rate) => [
        'addMember',
        { before: null, after: { network: ids.boss, fee_rate, link: '(hidden)' } },
      ]),
    )
  })

  test('start with the fee of the network, else of the site, else none', async () => {
    expect(await add()).toEqual([0, []])
    await runOperator(api.db, 'site', 'set', 'example.test', '--default-fee', '12.5')
    expect(await api.call(readDefaultFee, { token })).toMatchObject({ fee_rate: null, siteFeeRate: 12.5 })
    expect(await add()).toEqual([12.5, [earliestDay]])
    await closeMonth('2026-02')
    await api.call(setDefaultFee, { token, body: { fee_rate: 20 } })
    expect(await add()).toEqual([20, ['2026-03-01']])
    // The first fee that somebody decides counts instead of it, as long as no closed month has used it.
    const { members } = await api.call(listMembers, { token, query: { search: `new${count}@` } })
    const [{ id = 0 } = {}] = members
    const listDays = async () =>
      (await api.call(listFeeRates, { token, query: { target: id } })).fees.map(({ fromDay }) => fromDay)
    await api.call(setFees, { token, body: { fees: [{ member: id, fee_rate: 15 }] } })
    expect(await listDays()).toEqual(['2026-03-01'])
    await api.call(setFees, { token, body: { fees: [{ member: id, fee_rate: 14 }] } })
    expect(await listDays()).toEqual(['2026-04-09', '2026-03-01'])
    const site = ['--site', 'example.test']
    expect((await runOperator(api.db, 'network', 'fee', 'boss@example.test', '30', ...site)).text).toBe(
      'changed: new members of boss@example.test start with 30 %',
    )
    expect(await add()).toMatchObject([30, expect.anything()])
    await runOperator(api.db, 'network', 'fee', 'boss@example.test', 'none', ...site)
    expect(await add()).toMatchObject([12.5, expect.anything()])
    await expect(runOperator(api.db, 'network', 'fee', 'ann@example.test', '30', ...site)).rejects.toThrow(
      'runs no network',
    )
    const shown = await runOperator(api.db, 'site', 'show', 'example.test')
    expect(shown.text).toMatch(/new members start with 12\.5 %/)
    const actions = (await listAuditEntries(api.db)).map(({ action }) => action)
    expect(actions.filter((action) => !['addMember', 'setFees'].includes(action))).toEqual([
      'site set',
      'setDefaultFee',
      'network fee',
      'network fee',
    ])
  })
})
