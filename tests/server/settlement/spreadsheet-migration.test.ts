import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { formatAds, monthFileName } from '#tests/support/month-files.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  createReportFolder,
  formatMetadata,
  metadataRow,
  reportFileName,
} from '#tests/support/report-files.ts'

const domain = 'studio.example'
const rate = 1_386.5
const earnsFrom = '2026-03-11'
const channels = ['alone', 'shared', 'late', 'default', 'nobody'] as const
type ChannelName = (typeof channels)[number]

/** Dollars of the final files. */
const months: Record<string, Record<ChannelName | 'stranger', string>> = {
  '2026-03': {
    alone: '1234.567891',
    shared: '890.12',
    late: '45.6',
    default: '300.03',
    nobody: '12.3',
    stranger: '7',
  },
  '2026-04': {
    alone: '2345.678912',
    shared: '78.9',
    late: '4567.89',
    default: '301.01',
    nobody: '0.01',
    stranger: '8',
  },
  '2026-05': {
    alone: '3456.789123',
    shared: '9876.5',
    late: '567.8',
    default: '302.17',
    nobody: '99',
    stranger: '9',
  },
}

const fees = `\uFEFFmember;fee;from
kim@studio.example;20;
kim@studio.example;10 %;2026. 4. 16.
lee@studio.example;15,5;
`

const shares = `channel,member,share,from
${channelIdFor('alone')},kim@studio.example,,
${channelIdFor('alone')},kim@studio.example,60,2026-05-11
${channelIdFor('alone')},lee@studio.example,30.5,2026-05-11
${channelIdFor('shared')},kim@studio.example,50,2026-03-11
${channelIdFor('shared')},lee@studio.example,40,2026-03-11
${channelIdFor('shared')},kim@studio.example,20,2026-04-21
${channelIdFor('shared')},lee@studio.example,80,2026-04-21
${channelIdFor('late')},lee@studio.example,,2026-04-06
${channelIdFor('default')},park@studio.example,,
`

/** What the files say, read by a person: percent of a day's money, and the fee of a member on a day. */
const getShares = (name: string, day: string): Record<string, number> => {
  if (name === 'alone') return day < '2026-05-11' ? { kim: 100 } : { kim: 60, lee: 30.5 }
  if (name === 'shared') return day < '2026-04-21' ? { kim: 50, lee: 40 } : { kim: 20, lee: 80 }
  if (name === 'late' && day >= '2026-04-06') return { lee: 100 }
  return name === 'default' ? { park: 100 } : {}
}
const getFee = (member: string, day: string) =>
  member === 'kim' ? (day < '2026-04-16' ? 20 : 10) : member === 'lee' ? 15.5 : 25

/** Estimated dollars: none of the shared channel, of which all days count alike. */
const getEstimate = (name: string, day: string) =>
  name === 'shared'
    ? 0
    : Number(day.slice(-2)) % 4 === 0
      ? Number(day.slice(-2)) + (name === 'late' ? 3 : 0)
      : 0

/** Won of each person in a month; what belongs to nobody is left out. */
function computeMonth(month: string): Map<string, number> {
  const days = listDays({ from: `${month}-01`, to: addDays(`${month}-28`, month === '2026-04' ? 2 : 3) })
  const won = new Map<string, number>()
  const add = (who: string, amount: number) => won.set(who, (won.get(who) ?? 0) + amount)
  for (const name of channels) {
    const estimates = days.map((day) => getEstimate(name, day))
    const total = estimates.reduce((sum, estimate) => sum + estimate, 0)
    for (const [at, day] of days.entries()) {
      if (day < earnsFrom) continue
      const weight = total === 0 ? 1 / days.length : (estimates[at] ?? 0) / total
      const money = Number(months[month]?.[name]) * rate * weight
      let rest = money
      for (const [member, percent] of Object.entries(getShares(name, day))) {
        const fee = getFee(member, day)
        const net = (money * percent * (100 - fee)) / 10_000
        add(member, net)
        rest -= net
      }
      add('boss', rest)
    }
  }
  return won
}

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>
beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const run = async (...words: string[]) => {
  const { status, text } = await runOperator(db, ...words)
  expect([status, text]).toEqual([0, expect.anything()])
  return text
}

/** Closes what a preview shows; whatever is in the way of it is explained. */
async function closeMonth(month: string): Promise<void> {
  const won = String(rate)
  const { text } = await runOperator(db, 'month', 'preview', '--month', month, '--rate', won)
  const draft = /^draft (\w+)$/m.exec(text)?.[1] ?? ''
  const obstacles = [...text.matchAll(/\[(.+)\]$/gm)].map(([, key]) => key)
  const explained = obstacles.flatMap((key) => ['--explain', `${key}=There is none.`])
  const words = ['--rate', won, '--again', won, '--reason', 'The bank’s rate.', ...explained]
  await run('month', 'close', '--month', month, '--draft', draft, ...words)
}

const readBooked = async (month: string) => {
  const rows = await queryRaw<{ name: string; amount: number }>(
    db,
    `select split_part(a.email, '@', 1) as name, sum(e.amount)::bigint as amount
    from ledger_entries e join accounts a on a.id = e.account_id
    where e.month = $1 group by 1`,
    [`${month}-01`],
  )
  return new Map(rows.map(({ name, amount }) => [name, amount / 1_000]))
}

test('three months come from spreadsheets: earning day, fees, assignments and shares by day, closed one by one', async () => {
  const metadata = await folder.write(
    reportFileName('video_metadata', '2026-06-02'),
    formatMetadata(
      channels.map((name) =>
        metadataRow({
          channel_id: channelIdFor(name),
          channel_display_name: name,
          video_id: videoIdFor(name),
        }),
      ),
    ),
  )
  const adopt = (day: string) =>
    run('network', 'adopt', metadata, '--site', domain, '--manager', `boss@${domain}`, '--from', day)
  await adopt('2026-03-21')
  const again = await adopt(earnsFrom)
  const [, words = ''] =
    /5 channels already exist and keep their earning day 2026-03-21, not 2026-03-11; to change: (channel earns-from .+)/.exec(
      again,
    ) ?? []
  expect(await run(...words.split(' '))).toBe('5 channels: 5 changed')

  await run('network', 'fee', `boss@${domain}`, '25', '--site', domain)
  const site = await findSite(db, domain)
  const [boss] = await queryRaw<{ id: number }>(db, `select id from accounts where kind = 'network'`)
  if (!site || !boss) throw new Error('Nothing was adopted.')
  for (const name of ['kim', 'lee', 'park']) await createAccount(db, site, `${name}@${domain}`, boss.id)
  await insertFacts(
    db,
    listDays({ from: '2026-03-01', to: '2026-05-31' }).flatMap((day) =>
      channels
        .filter((name) => getEstimate(name, day) > 0)
        .map((name) => ({
          day,
          channelId: channelIdFor(name),
          videoId: videoIdFor(name),
          country: 'KR',
          views: 1,
          premiumViews: 0,
          revenueMicros: getEstimate(name, day) * 1_000_000,
          premiumRevenueMicros: 0,
        })),
    ),
  )
  const feeFile = await folder.write('fees.csv', fees)
  expect(await run('member', 'fee', '--file', feeFile, '--site', domain)).toContain('3 fees: 3 changed')
  const shareFile = await folder.write('shares.csv', shares)
  expect(await run('channel', 'share', '--file', shareFile)).toBe('9 lines: 9 changed something')

  const booked = new Map<string, Map<string, number>>()
  for (const [month, amounts] of Object.entries(months)) {
    const file = await folder.write(
      monthFileName('video_summary', month.replace('-', '')),
      formatAds(Object.entries(amounts)),
    )
    await run('month', 'import', file)
    await closeMonth(month)
    booked.set(month, await readBooked(month))
  }
  for (const month of Object.keys(months)) {
    const expected = computeMonth(month)
    const actual = booked.get(month) ?? new Map<string, number>()
    expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [name, amount] of actual)
      expect(Math.abs(amount - (expected.get(name) ?? 0))).toBeLessThan(0.5)
    // Later closings change nothing of it.
    expect(await readBooked(month)).toEqual(actual)
  }
  // The shares again, now that their months are closed.
  expect(await run('channel', 'share', '--file', shareFile)).toBe('9 lines: 0 changed something')
})
