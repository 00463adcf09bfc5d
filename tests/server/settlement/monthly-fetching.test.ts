// @module-tag extended
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { monthlyReports } from '#server/settlement/files/monthly-reports.ts'
import { compareWithPayment } from '#server/settlement/files/reconciliation.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { formatAds, monthFileName } from '#tests/support/month-files.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, type Fetching, startFetching } from '#tests/support/report-fetching.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

// The final figures of a month come over the connection that fetches daily reports: nobody downloads a file.

const january = '2026-01-01'
const february = '2026-02-01'
const types = {
  ads: 'content_owner_ad_revenue_summary_a1',
  shorts: 'content_owner_shorts_ad_revenue_summary_a2',
  tax: 'content_owner_tax_withholding_a1',
  refunds: 'content_owner_affiliate_tax_refund_summary_a1',
  payments: 'content_owner_payments_summary_a1',
} as const

const ads = (amount: string) =>
  `adjustment_type,video_id,channel_id,owned_views,partner_revenue\nNone,${videoIdFor('first')},${channelIdFor('one')},9,${amount}\n`
const shorts = (amount: string) =>
  `adjustment_type,video_id,channel_id,engaged_views,net_partner_revenue_post_revshare\nNone,${videoIdFor('second')},${channelIdFor('one')},5,${amount}\n`
const tax = (month: string) =>
  `adsense_earnings_month,channel_id,revenue_source,local_currency,total_revenue_by_source,us_sourced_revenue,tax_withholding_rate,tax_withheld_amount\n${month},${channelIdFor('one')},Ads,KRW,2800,1400,30%,420\n`
const refunds = (months: readonly string[]) =>
  `adsense_earnings_month,channel_id,local_currency,corrected_tax_withholding_rate,tax_refund_amount\n${months.map((month) => `${month},${channelIdFor('one')},KRW,15%,210\n`).join('')}`
const payments = (adsAmount: string, shortsAmount: string) =>
  `revenue_type,adjustment_type,currency_code,partner_revenue_usd,partner_revenue_local,notes\nAds Revenue,None,KRW,${adsAmount},${Number(adsAmount) * 1400},\nYouTube Shorts - Ads Revenue,None,KRW,${shortsAmount},${Number(shortsAmount) * 1400},\n`

let db: Database
let fetching: Fetching
beforeEach(async () => {
  db = await createTestDatabase()
  // Months are added by the tests.
  const isMonthly = (type: string) => Object.values<string>(types).includes(type)
  fetching = await startFetching(db, {
    source: ({ reportTypeId, day }) => (isMonthly(reportTypeId) ? null : createIssue(reportTypeId, day)),
  })
  for (const type of Object.values(types)) fetching.world.addReportType(type, { systemManaged: true })
  await fetching.connect()
})
afterEach(async () => {
  await fetching.close()
  await db.close()
})

function add(type: keyof typeof types, month: string, content: string) {
  const job = fetching.world.findJob(contentOwnerId, types[type])
  if (!job) throw new Error(`There is no job of ${type}.`)
  return fetching.world.addReport(job, month, { content })
}
const addMonth = (month: string, [adsAmount, shortsAmount]: readonly [string, string]) => {
  add('ads', month, ads(adsAmount))
  add('shorts', month, shorts(shortsAmount))
  add('tax', month, tax(month.slice(0, 7).replace('-', '')))
  add('payments', month, payments(adsAmount, shortsAmount))
}
const fetchMonths = () => fetching.fetch({ monthly: monthlyReports })
const readSources = async (month: string) => (await selectMonthTotals(db, { month })).sources
const readStates = () =>
  queryRaw<{ type: string; state: string; problem: string | null }>(
    db,
    `select report_type_id as type, state, problem from fetched_reports where report_type_id = any($1) order by day, report_type_id, created_at`,
    [Object.values(types)],
  )

describe('the months that YouTube keeps', () => {
  test('are there after the first fetch, beside the daily reports, and agree with the payment', async () => {
    addMonth(january, ['2.50', '1.25'])
    addMonth(february, ['3.50', '0.75'])
    expect(await fetchMonths()).toMatchObject({ listed: 8, imported: 8, refused: 0 })
    expect(await readSources(january)).toEqual({ ads: 2_500_000, shorts_ads: 1_250_000 })
    expect(await readSources(february)).toEqual({ ads: 3_500_000, shorts_ads: 750_000 })
    expect((await selectMonthTotals(db, { month: january })).tax_withheld).toBe(300_000)
    expect(await compareWithPayment(db, { month: february, owner: 'main' })).toMatchObject({
      agrees: true,
      hasPaymentSummary: true,
    })
    expect(
      await queryRaw(
        db,
        `select distinct regexp_replace(file_name, '_a[0-9]+_.*', '') as name from month_loads order by 1`,
      ),
    ).toEqual(
      ['ad_revenue_summary', 'payments_summary', 'shorts_ad_revenue_summary', 'tax_withholding'].map(
        (name) => ({
          name: `content_owner_${name}`,
        }),
      ),
    )
    expect(await fetchMonths()).toMatchObject({ listed: 0, imported: 0 })
  })

  test('are those of jobs that we import; one without a report is no gap', async () => {
    fetching.world.addReportType('content_owner_day_ad_revenue_summary_a1', { systemManaged: true })
    add('ads', january, ads('1'))
    await fetchMonths()
    const jobs = await queryRaw<{ type: string }>(db, 'select report_type_id as type from reporting_jobs')
    expect(jobs.map(({ type }) => type)).toEqual(expect.arrayContaining(Object.values(types)))
    expect(jobs.map(({ type }) => type)).not.toContain('content_owner_day_ad_revenue_summary_a1')
    expect(jobs.map(({ type }) => type)).not.toContain('content_owner_ad_revenue_raw_a1')
    expect(await readSources(january)).toEqual({ ads: 1_000_000 })
    expect(await readStates()).toMatchObject([{ type: types.ads, state: 'imported' }])
  })

  test('have refunds of the tax of earlier ones, which are converted with the month', async () => {
    addMonth(january, ['2.50', '1.25'])
    addMonth(february, ['3.50', '0.75'])
    add('refunds', february, refunds(['202601', '202602']))
    expect(await fetchMonths()).toMatchObject({ listed: 9, imported: 9, refused: 0 })
    for (const month of [january, february])
      expect(await selectMonthTotals(db, { month })).toMatchObject({
        tax_withheld: 300_000,
        tax_refunded: 150_000,
      })
    expect(await compareWithPayment(db, { month: february, owner: 'main' })).toMatchObject({ agrees: true })
  })

  test('are not fetched where only daily reports are', async () => {
    addMonth(january, ['2', '1'])
    await fetching.fetch()
    expect(await readStates()).toEqual([])
    expect(await fetchMonths()).toMatchObject({ imported: 4 })
  })
})

describe('a month', () => {
  test('that is issued again counts once, as it was issued last', async () => {
    addMonth(january, ['2.50', '1.25'])
    await fetchMonths()
    fetching.passDays(1)
    add('ads', january, ads('2.75'))
    add('ads', january, ads('2.80'))
    expect(await fetchMonths()).toMatchObject({ listed: 2, imported: 1 })
    expect(await readSources(january)).toEqual({ ads: 2_800_000, shorts_ads: 1_250_000 })
    expect((await readStates()).map(({ type, state }) => [type, state])).toContainEqual([
      types.ads,
      'superseded',
    ])
  })

  test('whose tax arrives before its payment summary is complete with the summary', async () => {
    add('ads', january, ads('2'))
    add('tax', january, tax('202601'))
    expect(await fetchMonths()).toMatchObject({ imported: 1, refused: 1 })
    expect(await readStates()).toMatchObject([
      { type: types.ads, state: 'imported' },
      { type: types.tax, state: 'refused', problem: expect.stringContaining('are in KRW') },
    ])
    fetching.passDays(1)
    add('payments', january, payments('2', '0'))
    expect(await fetchMonths()).toMatchObject({ imported: 2, refused: 0 })
    expect((await selectMonthTotals(db, { month: january })).tax_withheld).toBe(300_000)
  })

  test('that is imported twice counts once', async () => {
    addMonth(january, ['2', '1'])
    await fetchMonths()
    await queryRaw(db, `update fetched_reports set state = 'listed' where report_type_id like '%summary%'`)
    expect(await fetchMonths()).toMatchObject({ imported: 3 })
    expect(await readSources(january)).toEqual({ ads: 2_000_000, shorts_ads: 1_000_000 })
  })

  test('that somebody has downloaded from Studio is the same money', async () => {
    const folder = await createReportFolder()
    onTestFinished(() => folder.remove())
    const studio = await folder.write(monthFileName('video_summary', '202601'), formatAds([['one', '2']]))
    await importMonthFiles(db, [studio], { owner: 'main' })
    addMonth(january, ['2', '1'])
    expect(await fetchMonths()).toMatchObject({ imported: 4 })
    expect(await readSources(january)).toEqual({ ads: 2_000_000, shorts_ads: 1_000_000 })
    expect(await queryRaw(db, `select state from month_loads where source = 'ads' order by id`)).toEqual([
      { state: 'replaced' },
      { state: 'current' },
    ])
  })

  test('with a report that cannot be read keeps the others, and says why', async () => {
    add('ads', january, ads('2'))
    add('shorts', january, shorts('n/a'))
    expect(await fetchMonths()).toMatchObject({ imported: 1, refused: 1 })
    expect(await readStates()).toMatchObject([
      { type: types.ads, state: 'imported' },
      { type: types.shorts, state: 'refused', problem: expect.stringMatching(/^line 2: .*not an amount/) },
    ])
  })
})

/** Dollars of each account by the month in which they were earned. */
const readEarned = async () =>
  queryRaw<{ name: string; month: string; micros: number }>(
    db,
    `select split_part(a.email, '@', 1) as name, to_char(e.earned_month, 'YYYY-MM') as month, sum(e.micros)::integer as micros
    from ledger_entries e join accounts a on a.id = e.account_id
    where e.kind in ('income', 'adjustment', 'tax', 'fee') group by 1, 2 having sum(e.micros) <> 0 order by 1, 2`,
  )

describe('an installation that fetches everything', () => {
  test('closes its months without a file that somebody has touched', async () => {
    const site = await createSite(db, 'studio.example')
    const boss = await createAccount(db, site, 'boss@studio.example')
    const ann = await createAccount(db, site, 'ann@studio.example', boss)
    await insertAssignment(db, await createChannel(db, boss, channelIdFor('one')), ann)
    await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
    // The first fetch creates the jobs of daily reports.
    await fetchMonths()
    fetching.passDays(2)
    fetching.world.deliverReports()
    addMonth(january, ['2.50', '1.25'])
    addMonth(february, ['3.50', '0.75'])
    expect(await fetchMonths()).toMatchObject({ refused: 0, lost: 0 })
    const [days] = await queryRaw<{ count: number }>(
      db,
      `select count(distinct day)::integer as count from report_current where report_type = 'revenue'`,
    )
    expect(days?.count).toBeGreaterThanOrEqual(30)
    const now = new Date('2026-03-20T12:00:00Z')
    // Nothing has to be explained.
    await closeAndRelease(db, { month: january, krwMicros: 1_400_000_000, now })
    expect(await readEarned()).toEqual([{ name: 'ann', month: '2026-01', micros: 3_450_000 }])

    // Nine days without a connection; meanwhile YouTube has corrected the month that is closed.
    fetching.world.withdrawPermission(contentOwnerId)
    await expect(fetchMonths()).rejects.toThrow()
    fetching.passDays(9)
    fetching.world.restorePermission(contentOwnerId)
    fetching.world.deliverReports()
    add('ads', january, ads('2.80'))
    add('payments', january, payments('2.80', '1.25'))
    expect(await fetchMonths()).toMatchObject({ refused: 0, lost: 0 })
    await closeAndRelease(db, { month: february, krwMicros: 1_400_000_000, now })
    expect(await readEarned()).toEqual([
      { name: 'ann', month: '2026-01', micros: 3_750_000 },
      { name: 'ann', month: '2026-02', micros: 3_950_000 },
    ])
  })

  test('needs a person once the consent is revoked, and goes on after another one', async () => {
    addMonth(january, ['2', '1'])
    fetching.world.oauth.revokeConsent()
    await expect(fetchMonths()).rejects.toThrow()
    expect(await readSources(january)).toEqual({})
    await fetching.connect()
    expect(await fetchMonths()).toMatchObject({ imported: 4 })
  })
})
