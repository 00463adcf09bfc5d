import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readMonthClosing } from '#contract/settlement/month-closing.ts'
import { readMonths } from '#contract/settlement/months.ts'
import type { Database } from '#server/platform/db/database.ts'
import { syncArrivalAlerts } from '#server/settlement/files/arrival-watch.ts'
import { selectArrivals } from '#server/settlement/files/arrivals.ts'
import { createChannel, signIn } from '#tests/support/accounts.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { formatAds, formatPaymentSummary, monthFileName } from '#tests/support/month-files.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

// Which final files are there, expected and late. Those of a month are due on the 20th of the next one.

const march = '2026-03-01'
const april = '2026-04-01'
const dayAfter = (day: string) => new Date(`${day}T20:00:00Z`)

let on: Awaited<ReturnType<typeof startFactorApi>>
let db: Database
let boss: Person
let rival: Person

beforeEach(async () => {
  on = await startFactorApi()
  db = on.api.db
  boss = await on.createPerson('manager')
  rival = await on.createPerson('manager')
  await createChannel(db, boss.networkId, channelIdFor('boss'))
  await createChannel(db, rival.networkId, channelIdFor('rival'))
  await runOperator(db, 'account', 'grant-operator', boss.email, '--site', 'example.test')
})
afterEach(() => on.api.close())

const estimate = (day: string, name = 'boss', owner = 'main') =>
  insertFacts(
    db,
    [
      {
        ...{ day, channelId: channelIdFor(name), videoId: videoIdFor(name), country: 'KR' },
        ...{ views: 10, premiumViews: 0, revenueMicros: 1_000_000, premiumRevenueMicros: 0 },
      },
    ],
    owner,
  )

async function importFiles(month: string, files: Readonly<Record<string, string>>, owner = 'main') {
  const folder = await createReportFolder()
  onTestFinished(() => folder.remove())
  for (const [kind, content] of Object.entries(files))
    await folder.write(monthFileName(kind, month.slice(0, 7).replace('-', '')), content)
  const { text } = await runOperator(db, 'month', 'import', folder.path, '--owner', owner)
  expect(text).not.toContain('refused')
}
const ads = { video_summary: formatAds([['boss', '4']]) }
const summary = {
  payment_summary: formatPaymentSummary([
    ['Ads Revenue', '4.00'],
    ['YouTube Shorts - Ads Revenue', '0.00'],
    ['Total', '4.00'],
  ]),
}
const tax = {
  affiliate_payment_summary:
    'AdSense Earnings Month,Channel ID,Revenue Source,US Sourced Revenue,Tax Withholding Rate,Tax Withheld Amount\n',
}
const complete = { ...ads, ...summary, ...tax }

const read = async (day: string) =>
  (await selectArrivals(db, dayAfter(day))).map(({ month, owner, state, missing }) => ({
    ...{ month: month.slice(0, 7), owner, state, missing },
  }))

const list = async (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: dayAfter(day) })
  onTestFinished(() => void vi.useRealTimers())
  return (await runOperator(db, 'month', 'list')).text
}

describe('final files', () => {
  test('are expected of nobody who never had any', async () => {
    await estimate('2026-03-05')
    expect(await read('2026-05-01')).toEqual([])
    expect(await list('2026-05-01')).toContain('none are expected yet')
  })

  test('of the month after are expected, then late, until all of them have come', async () => {
    await estimate('2026-03-05')
    await importFiles(march, complete)
    await estimate('2026-04-05')
    const arrived = { month: '2026-03', owner: 'main', state: 'complete', missing: [] }
    expect(await read('2026-04-30')).toEqual([arrived])
    const next = { month: '2026-04', owner: 'main', missing: [] }
    expect(await read('2026-05-01')).toEqual([arrived, { ...next, state: 'expected' }])
    expect(await read('2026-05-20')).toEqual([arrived, { ...next, state: 'expected' }])
    expect(await read('2026-05-21')).toEqual([arrived, { ...next, state: 'late' }])
    expect(await list('2026-05-19')).toMatch(/2026-04 +main +open +0 +– +0 +expected, due 2026-05-20/)

    await importFiles(april, ads)
    expect((await read('2026-05-20'))[1]).toMatchObject({
      state: 'incomplete',
      missing: ['tax', 'payment_summary'],
    })
    await importFiles(april, { ...summary, ...tax })
    expect((await read('2026-05-21'))[1]).toMatchObject({ state: 'complete', missing: [] })
    expect(await list('2026-05-21')).toMatch(/2026-04 +main +open +3 +file +\d+ +complete/)
  })

  test('that the payment summary pays are missing by name; kinds without revenue are not', async () => {
    await importFiles(march, {
      ...complete,
      payment_summary: formatPaymentSummary([
        ['Ads Revenue', '4.00'],
        ['Transactions Revenue - Others', '1.00'],
        ['Total', '5.00'],
      ]),
    })
    expect((await read('2026-04-21'))[0]).toMatchObject({ state: 'late', missing: ['paid_features'] })
  })

  test('of a month without revenue are not expected, nor of months that are closed', async () => {
    await estimate('2026-03-05')
    await importFiles(march, complete)
    // The owner's next month may have had nothing; it had files of the month before, so that one is asked for.
    expect(await read('2026-06-21')).toMatchObject([
      { month: '2026-03', state: 'complete' },
      { month: '2026-04', state: 'late' },
    ])
    await closeAndRelease(db, {
      month: march,
      now: dayAfter('2026-04-20'),
      explanation: 'a test',
      krwMicros: 1_400_000_000,
    })
    await insertMonthFile(db, {
      owner: 'other',
      month: april,
      source: 'ads',
      amounts: { [channelIdFor('boss')]: '1' },
    })
    await closeAndRelease(db, {
      month: april,
      now: dayAfter('2026-05-20'),
      explanation: 'a test',
      krwMicros: 1_400_000_000,
    })
    expect(await read('2026-05-21')).toMatchObject([
      { month: '2026-03', owner: 'main', state: 'complete' },
      { month: '2026-04', owner: 'other', state: 'complete' },
    ])
  })
})

describe('late final files', () => {
  const readAlerts = () =>
    queryRaw<{ subject: string; day: string; isOpen: boolean }>(
      db,
      `select subject, detail ->> 'day' as day, ended_at is null as "isOpen" from operator_alerts where kind = 'months-late'`,
    )

  test('alert the operator once, by mail as well, until they have come', async () => {
    await estimate('2026-03-05')
    await importFiles(march, complete)
    await estimate('2026-04-05')
    await syncArrivalAlerts(db, dayAfter('2026-05-20'))
    expect(await readAlerts()).toEqual([])
    await syncArrivalAlerts(db, dayAfter('2026-05-21'))
    await syncArrivalAlerts(db, dayAfter('2026-05-22'))
    expect(await readAlerts()).toEqual([{ subject: 'main', day: '2026-05-20', isOpen: true }])
    expect(
      await queryRaw(db, `select count(*)::integer as n from mails where kind = 'operator-alert'`),
    ).toEqual([{ n: 1 }])
    await importFiles(april, complete)
    await syncArrivalAlerts(db, dayAfter('2026-05-23'))
    expect(await readAlerts()).toEqual([{ subject: 'main', day: '2026-05-20', isOpen: false }])
  })

  test('are named by doctor, with what to do', async () => {
    await estimate('2026-03-05')
    await importFiles(march, { ...ads, ...summary })
    vi.useFakeTimers({ toFake: ['Date'], now: dayAfter('2026-04-21') })
    onTestFinished(() => void vi.useRealTimers())
    const { text } = await runOperator(db, 'doctor')
    expect(text).toContain(
      'final files of main: 2 files of 2026-03, which was due on 2026-04-20; missing: tax\n',
    )
    expect(text).toContain('month import --help')
  })

  test('are shown to managers of the networks that they concern, and with their owner to operators', async () => {
    await estimate('2026-03-05')
    await importFiles(march, complete)
    await estimate('2026-04-05')
    await estimate('2026-04-05', 'rival', 'elsewhere')
    on.api.clock.now = dayAfter('2026-05-21')
    boss.token = await signIn(on.api, boss.email)
    rival.token = await signIn(on.api, rival.email)
    await on.enrolTotp(boss)
    const { arrivals } = await on.api.call(readMonths, { token: boss.token })
    expect(arrivals).toEqual([{ month: '2026-04', state: 'late', dueOn: '2026-05-20', missing: [] }])
    expect((await on.api.call(readMonths, { token: rival.token })).arrivals).toEqual([])
    const closing = await on.api.call(readMonthClosing, { token: boss.token })
    expect(closing.arrivals).toMatchObject([
      {
        ...{ month: '2026-03', owner: 'main', state: 'complete', isFetched: false },
        files: ['ads', 'tax', 'payment_summary'].map((source) => ({ source, way: 'file' })),
      },
      { month: '2026-04', owner: 'main', state: 'late', files: [] },
    ])
  })
})
