// @module-tag extended
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listChannels } from '#contract/channels/channels.ts'
import { followEmailLink } from '#contract/people/email-links.ts'
import { readMeta } from '#contract/portal/site.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import type { Database } from '#server/platform/db/database.ts'
import { password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatMetadata,
  formatRevenue,
  metadataRow,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

let api: Api
let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
let metadata: string
beforeAll(async () => {
  folder = await createReportFolder()
})
afterAll(() => folder.remove())
beforeEach(async () => {
  api = await startApi()
  db = api.db
  const days = ['2026-02-28', '2026-03-01', '2026-03-02']
  for (const day of days) {
    await folder.write(
      reportFileName('basic', day),
      formatActivity([activityRow(day), activityRow(day, { channel_id: channelIdFor('two') })]),
    )
    await folder.write(reportFileName('estimated_revenue', day), formatRevenue([revenueRow(day)]))
  }
  metadata = await folder.write(
    reportFileName('video_metadata', '2026-03-02'),
    formatMetadata([
      metadataRow({ category: 10 }),
      metadataRow({ video_id: videoIdFor('second'), category: 24 }),
      metadataRow({ video_id: videoIdFor('third'), category: 24 }),
      metadataRow({
        video_id: videoIdFor('fourth'),
        channel_id: channelIdFor('two'),
        channel_display_name: 'Two',
        category: 99,
      }),
    ]),
  )
  await runOperator(db, 'import', folder.path)
})
afterEach(() => api.close())

const runAdopt = (...options: string[]) =>
  runOperator(
    db,
    'network',
    'adopt',
    metadata,
    '--site',
    'WWW.Studio.example',
    '--manager',
    'boss@studio.example',
    '--from',
    '2026-03-01',
    ...options,
  )

test('channels are listed by name', async () => {
  const names = ['나무', 'zebra', '가람', 'Apple', '다리']
  metadata = await folder.write(
    reportFileName('video_metadata', '2026-03-02'),
    formatMetadata(
      names.map((name, index) =>
        metadataRow({ channel_id: channelIdFor(`by_name_${index}`), channel_display_name: name }),
      ),
    ),
  )
  await runAdopt()
  const token = await signIn(api, 'boss@studio.example', 'studio.example')
  const { channels } = await api.call(listChannels, { token, domain: 'studio.example' })
  expect(channels.map(({ name }) => name)).toEqual(['가람', '나무', '다리', 'Apple', 'zebra'])
})

const dumpTables = () =>
  Promise.all(
    [
      'sites',
      'accounts',
      'channels',
      'channel_daily',
      'network_daily',
      'videos',
      'report_state',
      'report_loads',
      'audit_log',
    ].map(async (table) => [
      table,
      await queryRaw(db, `select to_jsonb(t) as row from ${table} t order by 1`),
    ]),
  )

describe('taking over a network', () => {
  test('makes site, manager and channels; the manager sees the figures from the earning day', async () => {
    const { status, text } = await runAdopt('--name', 'Studio')
    expect(status).toBe(0)
    expect(text).toMatch(/channels: 2 registered, earning from 2026-03-01/)
    expect(text).toMatch(/amounts are shown in US dollars until "rates set/)
    expect(
      await queryRaw(
        db,
        `select channel_id as id, name, category, approval_status as approval, verification_status as verification,
          earns_from as "from", verification_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$' as coded
        from channels
        order by name`,
      ),
    ).toEqual([
      {
        id: channelIdFor('one'),
        name: 'One',
        category: 'entertainment',
        approval: 2,
        verification: 'verified',
        from: '2026-03-01',
        coded: true,
      },
      {
        id: channelIdFor('two'),
        name: 'Two',
        category: 'people',
        approval: 2,
        verification: 'verified',
        from: '2026-03-01',
        coded: true,
      },
    ])
    expect(
      await queryRaw(db, `select actor, action, detail from audit_log where action <> 'import'`),
    ).toEqual([
      {
        actor: 'operator',
        action: 'network adopt',
        detail: {
          earns_from: '2026-03-01',
          before: { site: null, network: null, channels: 0 },
          after: { site: expect.any(Number), network: expect.any(Number), channels: 2 },
        },
      },
    ])
    const body = { token: /#([\w-]+)/.exec(text)?.[1] ?? '', newPassword: password }
    const { token } = await api.call(followEmailLink, { domain: 'studio.example', body })
    const { report, currency } = await api.call(readDashboard, {
      token: token ?? '',
      domain: 'studio.example',
      query: { period: 'month' },
    })
    expect(currency).toBe('USD')
    expect(report).toMatchObject({
      range: { from: '2026-03-01', to: '2026-03-02' },
      totals: { views: 4000, premiumViews: 280, grossProfit: 500_000, grossPremiumProfit: 120_000 },
    })
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('keys an international domain by its form in ASCII, and finds it in either', async () => {
    const { text } = await runAdopt('--site', 'www.한글.example')
    expect(text).toMatch(/site xn--bj0bj06e\.example: created/)
    expect(await queryRaw(db, 'select domain, name from sites')).toEqual([
      { domain: 'xn--bj0bj06e.example', name: '한글.example' },
    ])
    for (const domain of ['한글.example', 'xn--bj0bj06e.example']) {
      const { metadata } = await api.call(readMeta, { query: { domain } })
      expect(metadata.name).toBe('한글.example')
    }
    expect((await runAdopt('--site', '한글.EXAMPLE')).text).toMatch(
      /site xn--bj0bj06e\.example: already exists/,
    )
  })

  test('again changes nothing', async () => {
    const first = await runAdopt()
    expect(first.text).toMatch(
      /^link https:\/\/studio\.example\/email-link#[\w-]{43} \(shown only once; works once, for seven days\)$/m,
    )
    const before = await dumpTables()
    const { status, text } = await runAdopt()
    expect(status).toBe(0)
    expect(text).toMatch(/0 registered, .* 2 already exist/)
    expect(text).not.toMatch(/shown only once/)
    expect(await dumpTables()).toEqual(before)
  })

  test('brings a file that was not imported yet', async () => {
    metadata = await folder.write(
      reportFileName('video_metadata', '2026-03-03'),
      formatMetadata([
        metadataRow(),
        metadataRow({ channel_id: channelIdFor('two'), channel_display_name: 'Two' }),
        metadataRow({ channel_id: channelIdFor('three'), channel_display_name: '' }),
      ]),
    )
    expect((await runAdopt()).text).toMatch(/loaded +content_owner_video_metadata/)
    expect(await queryRaw(db, `select name from channels where name not in ('One', 'Two')`)).toEqual([
      { name: channelIdFor('three') },
    ])
  })

  test('leaves channels out that are registered elsewhere, and says which', async () => {
    await runAdopt()
    const { status, text } = await runOperator(
      db,
      'network',
      'adopt',
      metadata,
      '--site',
      'other.example',
      '--manager',
      'boss@other.example',
      '--from',
      '2026-03-01',
      '--playlist',
    )
    expect(status).toBe(1)
    expect(text).toMatch(/left out UCone_+ One: it is registered in another network/)
    expect(text).not.toMatch(/exchange rate/)
    expect(await queryRaw(db, 'select distinct network_id from channels')).toHaveLength(1)
  })

  test('refuses what it cannot use, and keeps nothing of it', async () => {
    const broken = await folder.write(
      'content_owner_video_metadata_a4_20260305.csv',
      formatMetadata([metadataRow({ channel_id: 'x' })]),
    )
    for (const [file, reason] of [
      [
        `${folder.path}/${reportFileName('basic', '2026-03-01')}`,
        /this is a different report; the video metadata report is needed/,
      ],
      [`${folder.path}/nowhere.csv`, /there is no such file/],
      [broken, /channel_id is "x"/],
    ] as const) {
      metadata = file
      await expect(runAdopt()).rejects.toThrow(reason)
    }
    expect(await queryRaw(db, 'select id from sites')).toEqual([])
  })

  test('does not take an account over that is no manager’s, nor make a Korean site a playlist one', async () => {
    await runAdopt()
    await expect(runAdopt('--playlist')).rejects.toThrow(/not a playlist site/)
    await execRaw(
      db,
      `update accounts set roles = '{}', network_id = id where kind = 'person'; update accounts set removed_at = now() where kind = 'network'`,
    )
    await expect(runAdopt()).rejects.toThrow(/runs no network/)
  })
})
