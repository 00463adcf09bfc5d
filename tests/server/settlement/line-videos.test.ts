import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineKeys } from '#contract/settlement/lines/line-keys.ts'
import { maxLineVideos, readLineVideos } from '#contract/settlement/lines/line-videos.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { formatMonthFile, shortChannelId, summaryHeader } from '#tests/support/month-files.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

const krwMicros = 1_400_000_000
const now = new Date('2026-06-20T12:00:00Z')
/** Of a won, in the units of statements. */
const unit = 1_000

let api: Api
let folder: Awaited<ReturnType<typeof createReportFolder>>
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
/** Registrations of the channels. */
const registrations: Record<string, number> = {}
let month = '2023-12-01'

beforeAll(async () => {
  api = await startApi()
  folder = await createReportFolder()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db)
  const elsewhere = await createSite(db, 'elsewhere.test', true)
  for (const [name, where, network, isManager] of [
    ['boss', site, undefined, true],
    ['ann', site, 'boss', false],
    ['ben', site, 'boss', false],
    ['stranger', elsewhere, undefined, true],
  ] as const) {
    ids[name] = await createAccount(db, where, `${name}@example.test`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@example.test`, where.domain)
  }
  for (const channel of ['whole', 'shared']) {
    registrations[channel] = await createChannel(db, ids.boss ?? 0, channelIdFor(channel))
    await insertAssignment(db, registrations[channel], ids.ann ?? 0)
  }
  await insertAssignment(db, registrations.shared ?? 0, ids.ben ?? 0)
  await queryRaw(db, `update assignments set assigned_at = '2023-01-01', from_day = '2023-01-01'`)
})
afterAll(async () => {
  await api.close()
  await folder.remove()
})

const as = (name: string) => ({
  token: tokens[name] ?? '',
  domain: name === 'stranger' ? 'elsewhere.test' : 'example.test',
})

function startMonth(): string {
  const next = new Date(`${month}T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  month = next.toISOString().slice(0, 10)
  return month
}

const share = (channel: string, permille: number) =>
  queryRaw(
    api.db,
    `insert into payout_shares (registration_id, from_day, account_id, permille)
    values ($1, $2, $3, $4), ($1, $2, $5, $6)`,
    [registrations[channel], month, ids.ann, permille, ids.ben, 1_000 - permille],
  )

interface Row {
  channel: string
  /** '': none. */
  video: string
  /** Of a dollar. */
  micros: number
}

const formatDollars = (micros: number) => `${micros < 0 ? '-' : ''}${(Math.abs(micros) / 1e6).toFixed(6)}`

async function importAds(rows: readonly Row[]): Promise<void> {
  const text = formatMonthFile(
    summaryHeader,
    rows.map(({ channel, video, micros }) => [
      ...['None', video, `Title of ${video}`, shortChannelId(channel), 10],
      ...[formatDollars(micros), formatDollars(micros)],
    ]),
  )
  const file = await folder.write(`ads-${month}-${rows.length}.csv`, text)
  expect(await importMonthFiles(api.db, [file], { owner: 'main', month })).toMatchObject([
    { result: 'loaded', source: 'ads' },
  ])
}

const close = () =>
  closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })

async function readOwn(name: string) {
  const { statements } = await api.call(readStatements, as(name))
  const id = statements.find((one) => one.month === month.slice(0, 7))?.id ?? 0
  const { statement } = await api.call(readStatement, { ...as(name), query: { id } })
  return roundStatement(statement)
}

const getLine = (channel: string) => lineKeys.incomeSource({ channelId: channelIdFor(channel) }, 'ads')

const readVideos = (name: string, id: number, line: string) =>
  api.call(readLineVideos, { ...as(name), query: { id, line } })

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

const videoCount = 5
const caseOf = fc.record({
  permille: fc.integer({ min: 1, max: 999 }),
  // The first outweighs what the others deduct.
  whole: fc.array(fc.integer({ min: -900_000, max: 9_000_000 }), { maxLength: videoCount - 1 }),
  shared: fc.array(fc.integer({ min: -900_000, max: 9_000_000 }), { maxLength: videoCount - 1 }),
  withoutVideo: fc.integer({ min: 0, max: 5_000_000 }),
})

test('the videos of a line are its part of the file, and add up to it', async () => {
  await fc.assert(
    fc.asyncProperty(caseOf, async ({ permille, whole, shared, withoutVideo }) => {
      startMonth()
      const list = (channel: string, amounts: readonly number[]): Row[] =>
        [10_000_000, ...amounts].map((micros, at) => ({
          channel,
          video: videoIdFor(`${channel}${at}`),
          micros,
        }))
      const rows = [
        ...list('whole', whole),
        ...list('shared', shared),
        ...(withoutVideo > 0 ? [{ channel: 'shared', video: '', micros: withoutVideo }] : []),
      ]
      await importAds(rows)
      await share('shared', permille)
      await share('whole', 1_000)
      await close()
      for (const [name, channel] of [
        ['ann', 'whole'],
        ['ann', 'shared'],
        ['ben', 'shared'],
      ] as const) {
        const statement = await readOwn(name)
        const income = statement.incomeLines.lines.find((one) => one.channelId === channelIdFor(channel))
        const line = income?.sources.find(({ source }) => source === 'ads')?.amount ?? 0
        const found = await readVideos(name, statement.id, getLine(channel))
        if (found.state !== 'complete') throw new Error(`The videos are ${found.state}.`)
        const own = rows.filter((row) => row.channel === channel)
        const total = sum(own.map(({ micros }) => micros))
        expect(found.isWhole).toBe(channel === 'whole')
        expect(sum(found.videos.map(({ amount }) => amount)) + found.withoutVideo).toBe(line)
        for (const { video, micros } of own) {
          const amount =
            video === ''
              ? found.withoutVideo
              : (found.videos.find(({ videoId }) => videoId === video)?.amount ?? 0)
          expect(Math.abs(amount - (line * micros) / total)).toBeLessThan(unit)
        }
        expect(found.videos.map(({ amount }) => amount)).toEqual(
          found.videos.map(({ amount }) => amount).sort((a, b) => b - a),
        )
        expect(await readVideos('boss', statement.id, getLine(channel))).toEqual(found)
      }
    }),
    { numRuns: propertyRuns(20) },
  )
})

test('many videos are a hundred and a rest', async () => {
  startMonth()
  await importAds(
    Array.from({ length: maxLineVideos + 2 }, (_, at) => ({
      channel: 'whole',
      video: videoIdFor(`many${at}`),
      micros: 1_000_000 + at,
    })),
  )
  await share('whole', 1_000)
  await close()
  const { id } = await readOwn('ann')
  expect(await readVideos('ann', id, getLine('whole'))).toMatchObject({
    videos: { length: maxLineVideos },
    omitted: { count: 2, amount: 2 * 1_400 * unit },
    withoutVideo: 0,
  })
})

test('a line does not stand on a file that was replaced after closing', async () => {
  startMonth()
  await importAds([{ channel: 'whole', video: videoIdFor('first'), micros: 4_000_000 }])
  await share('whole', 1_000)
  await close()
  const { id } = await readOwn('ann')
  expect(await readVideos('ann', id, getLine('whole'))).toMatchObject({ state: 'complete' })
  await importAds([
    { channel: 'whole', video: videoIdFor('first'), micros: 4_000_000 },
    { channel: 'whole', video: videoIdFor('late'), micros: 1_000_000 },
  ])
  expect(await readVideos('ann', id, getLine('whole'))).toMatchObject({ state: 'changed' })
})

test('a file without videos, other lines, and statements of others', async () => {
  startMonth()
  await insertMonthFile(api.db, { month, source: 'ads', amounts: { [channelIdFor('whole')]: '3' } })
  await share('whole', 1_000)
  await close()
  const { id } = await readOwn('ann')
  expect(await readVideos('ann', id, getLine('whole'))).toMatchObject({ state: 'unknown' })
  const ask = (name: string, line: string) =>
    api.request(readLineVideos, { ...as(name), query: { id, line } }).then(({ status }) => status)
  for (const line of [
    'net',
    'income',
    lineKeys.income({ channelId: channelIdFor('whole') }),
    getLine('other'),
  ])
    expect(await ask('ann', line), line).toBe(404)
  for (const name of ['ben', 'stranger']) expect(await ask(name, getLine('whole')), name).toBe(404)
})
