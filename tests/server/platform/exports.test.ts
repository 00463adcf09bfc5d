// @module-tag extended
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout } from '#contract/people/session.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { exportChannels, listChannelFigures } from '#contract/reports/channel-report.ts'
import { exportDays, readDashboard } from '#contract/reports/dashboard.ts'
import {
  getPremiumProfit,
  getProfit,
  premiumPrice,
  premiumRate,
  pricePerView,
} from '#contract/reports/reports.ts'
import { exportCountries, readVideo } from '#contract/reports/video-detail.ts'
import { exportVideos, listVideos, type VideoRow } from '#contract/reports/videos.ts'
import { streamBody } from '#server/platform/http/response/response-body.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, type Fact, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'

const videoCount = 3_456
const channelIds = Array.from({ length: 12 }, (_, at) => channelIdFor(`c${at}`))
const videoIdAt = (at: number) => videoIdFor(at === 7 ? '-hot' : `v${at}`)
const titles: Record<number, string> = {
  0: '=HYPERLINK("http://evil.test","열기")',
  1: '  +1+1',
  2: '@SUM(A1)',
  3: '-2+3',
  4: '\t=1+1',
  5: '＝1＋1',
  6: '먹방, "최고"의 순간\n두 줄',
  7: '오늘의 吃播 ~ 1=1',
  8: "'이미 따옴표",
}

let countingDb: ReturnType<typeof createCountingDatabase>
let api: Api
let token: string
let memberToken: string
let member: number
const warnings: string[] = []

beforeAll(async () => {
  countingDb = createCountingDatabase(await createTestDatabase())
  const log = createLog('silent')
  const told = Object.assign(Object.create(log), {
    warn: ({ err }: { err: Error }, text: string) => warnings.push(`${text}: ${err.message}`),
  })
  api = await startApi(countingDb.db, told as Log)
  await fillDatabase()
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())

async function fillDatabase(): Promise<void> {
  const { db } = api
  const site = await createSite(db)
  const manager = await createAccount(db, site, 'boss@example.test')
  member = await createAccount(db, site, 'member@example.test', manager)
  const ids = []
  for (const id of channelIds) ids.push(await createChannel(db, manager, id))
  await insertAssignment(db, ids[0] ?? 0, member)
  await insertAssignment(db, ids[1] ?? 0, member)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 175)`,
    [member],
  )
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-01-01', 1391234567)`)
  const facts = Array.from({ length: videoCount }, (_, at): Fact => {
    const views = at === 9 ? 0 : 1 + ((at * 7_919) % 5_000)
    return {
      day: at % 2 ? '2026-10-01' : '2026-10-03',
      channelId: channelIds[at % channelIds.length] ?? '',
      videoId: videoIdAt(at),
      country: 'KR',
      views,
      premiumViews: at % 3 ? Math.floor(views / 10) : 0,
      revenueMicros: at === 10 ? -1_234_567 : views * 231,
      premiumRevenueMicros: at % 3 ? views * 23 : 0,
    }
  })
  const hot = ['US', 'TW', 'ZZ'].map((country): Fact => ({ ...(facts[7] as Fact), country, views: 5 }))
  await insertFacts(db, [...facts, ...hot])
  for (const [at, title] of Object.entries(titles))
    await queryRaw(
      db,
      `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on, reported_at)
      values ($1, $2, 'x', $3, 31, '2026-09-30T01:02:03Z', '2026-10-01', now())`,
      [channelIds[Number(at) % channelIds.length], videoIdAt(Number(at)), title],
    )
  await queryRaw(db, `update channels set name = '=채널' where channel_id = $1`, [channelIds[3]])
  await rebuildFigures(db)
}

interface CsvFile {
  names: string[]
  rows: Record<string, string>[]
  text: string
  headers: Headers
}

async function downloadCsv(
  endpoint: Endpoint,
  options: Parameters<Api['request']>[1] = {},
): Promise<CsvFile> {
  const { status, body, headers } = await api.request(endpoint, { token, language: 'en', ...options })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const text = body as string
  const [names = [], ...lines] = parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][]
  const rows = lines.map((line) => Object.fromEntries(line.map((cell, at) => [names[at], cell])))
  return { names, rows, text, headers }
}

async function allVideos(query: Record<string, string | number> = {}, as = token): Promise<VideoRow[]> {
  const all: VideoRow[] = []
  let cursor: string | null = null
  do {
    const page: { videos: VideoRow[]; nextCursor: string | null } = await api.call(listVideos, {
      token: as,
      query: { ...query, size: 100, ...(cursor && { cursor }) },
    })
    all.push(...page.videos)
    cursor = page.nextCursor
  } while (cursor)
  return all
}

/** Formats thousandths of a won as the file contains them. */
const formatWon = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(4, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`
}
const formatPrice = (value: number | null) => (value === null ? '' : (value / 1_000).toFixed(6))
const formatPercent = (value: number | null) => (value === null ? '' : (value * 100).toFixed(4))

test.each([
  ['views', 'desc'],
  ['price', 'asc'],
  ['date', 'desc'],
] as const)(
  'the file of all videos by %s, %s, has every row of the list, in its order',
  async (sort, order) => {
    const { rows } = await downloadCsv(exportVideos, { query: { sort, order } })
    const listed = await allVideos({ sort, order })
    expect(listed).toHaveLength(videoCount)
    expect(rows.map((row) => [row['Video ID'], row['Channel ID'], row['Link']])).toEqual(
      listed.map(({ videoId, channelId }) => [
        videoId,
        channelId,
        `https://www.youtube.com/shorts/${videoId}`,
      ]),
    )
    const figures = rows.map((row) => [
      row['Views'],
      row['Estimated profit (KRW)'],
      row['Price per view (KRW)'],
      row['RPM, per 1,000 views (KRW)'],
      row['Premium views'],
      row['Premium rate (%)'],
      row['Premium profit (KRW)'],
      row['Price per Premium view (KRW)'],
    ])
    expect(figures).toEqual(
      listed.map((video) => [
        String(video.views),
        formatWon(getProfit(video)),
        formatPrice(pricePerView(video)),
        pricePerView(video) === null ? '' : (pricePerView(video) ?? 0).toFixed(3),
        String(video.premiumViews),
        formatPercent(premiumRate(video)),
        formatWon(getPremiumProfit(video)),
        formatPrice(premiumPrice(video)),
      ]),
    )
  },
)

test('what is divided by zero is empty, what is negative keeps its sign', async () => {
  const { rows } = await downloadCsv(exportVideos)
  const unseen = rows.find((row) => row['Video ID'] === videoIdAt(9))
  expect(unseen).toMatchObject({ Views: '0', 'Price per view (KRW)': '', 'Premium rate (%)': '' })
  const corrected = rows.find((row) => row['Video ID'] === videoIdAt(10))
  expect(corrected?.['Estimated profit (KRW)']).toMatch(/^-\d+\.\d{3}$/)
})

test('no cell of text is a formula, and every title is there', async () => {
  const { rows, text } = await downloadCsv(exportVideos)
  for (const [at, title] of Object.entries(titles)) {
    const row = rows.find((one) => one['Video ID'] === videoIdAt(Number(at)))
    expect(row?.['Title']).toBe(Number(at) <= 5 ? `'${title}` : title)
  }
  expect(rows.find((row) => row['Channel ID'] === channelIds[3])?.['Channel']).toBe(`'=채널`)
  for (const row of rows)
    for (const name of ['Link', 'Title', 'Channel']) expect(row[name]).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  expect(text.startsWith('\uFEFFLink,Video ID,Title,')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
})

test('a file says what it is', async () => {
  const { headers } = await downloadCsv(exportVideos)
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="videos_2026-10-01_2026-10-03.csv"')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('ETag')).toBeNull()
})

test('a file is named after its report, its filters and its days, in the language of its reader', async () => {
  const query = { member, channel: channelIds[0] ?? '', search: '../a:b' }
  const { headers } = await downloadCsv(exportVideos, { query, language: 'ko' })
  const [, encoded = ''] = headers.get('Content-Disposition')?.split("''") ?? []
  expect(decodeURIComponent(encoded)).toBe('영상_member_Channel _____..-a-b_2026-10-01_2026-10-03.csv')
  const channels = await downloadCsv(exportChannels, { query: { search: '채널' } })
  expect(decodeURIComponent(channels.headers.get('Content-Disposition') ?? '')).toContain(
    "''channels_채널_2026-10-01_2026-10-03.csv",
  )
})

test('a file has the columns that are shown, beside what names a row', async () => {
  const videos = await downloadCsv(exportVideos, { query: { columns: 'premiumViews,trend,price' } })
  expect(videos.names.slice(-3)).toEqual([
    'Price per view (KRW)',
    'RPM, per 1,000 views (KRW)',
    'Premium views',
  ])
  const all = await downloadCsv(exportVideos)
  expect(all.names.slice(0, videos.names.length - 3)).toEqual(videos.names.slice(0, -3))
  const channels = await downloadCsv(exportChannels, { query: { columns: 'share,members' } })
  expect(channels.names).toEqual(['Link', 'Channel', 'Channel ID', 'Members', 'Share of profit (%)'])
  const shares = channels.rows.map((row) => Number(row['Share of profit (%)']))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 2)
  expect(channels.rows.map((row) => row.Members).filter(Boolean)).toEqual(['member', 'member'])
  const own = await downloadCsv(exportChannels, { query: { columns: 'members' }, token: memberToken })
  expect(own.names).toEqual(['Link', 'Channel', 'Channel ID'])
  const { status } = await api.request(exportVideos, { token, query: { columns: 'views,secret' } })
  expect(status).toBe(422)
})

test('a manager who chose a member has both gross and net, a member the net alone', async () => {
  const { rows, names } = await downloadCsv(exportVideos, { query: { member } })
  const listed = await allVideos({ member })
  expect(rows.map((row) => row['Estimated profit after fee (KRW)'])).toEqual(
    listed.map(({ netProfit }) => formatWon(netProfit ?? Number.NaN)),
  )
  const own = await downloadCsv(exportVideos, { token: memberToken })
  expect(names).toContain('Estimated profit (KRW)')
  expect(own.names).not.toContain('Estimated profit (KRW)')
  expect(own.rows.map((row) => row['Estimated profit after fee (KRW)'])).toEqual(
    rows.map((row) => row['Estimated profit after fee (KRW)']),
  )
})

test('channels, days and countries are files, too', async () => {
  const file = await downloadCsv(exportChannels, { query: { sort: 'name', order: 'asc' } })
  const page = await api.call(listChannelFigures, { token, query: { size: 100, sort: 'name', order: 'asc' } })
  expect(
    file.rows.map((row) => [row['Channel ID'], row['Views'], row['Shorts'], row['Estimated profit (KRW)']]),
  ).toEqual(
    page.channels.map(({ channelId, views, shorts, ...figures }) => [
      channelId,
      String(views),
      String(shorts),
      formatWon(getProfit(figures)),
    ]),
  )

  const days = await downloadCsv(exportDays)
  const { report } = await api.call(readDashboard, { token })
  expect(days.rows.map((row) => [row['Day'], row['Views'], row['Estimated profit (KRW)']])).toEqual(
    report?.series.days.map((day, at) => [
      day,
      String(report.series.views[at] ?? ''),
      report.series.grossProfit?.[at] == null ? '' : formatWon(report.series.grossProfit[at]),
    ]),
  )
  expect(days.rows.find((row) => row['Day'] === '2026-10-02')).toMatchObject({
    Views: '',
    'Premium rate (%)': '',
  })
  expect(days.headers.get('Content-Disposition')).toContain('days_2026-10-01_2026-10-03.csv')

  const video = videoIdAt(7)
  const countries = await downloadCsv(exportCountries, { query: { video }, language: 'ko' })
  const detail = await api.call(readVideo, { token, query: { video } })
  expect(countries.rows.map((row) => [row['국가 코드'], row['조회수'], row['예상 수익(원)']])).toEqual(
    detail.countries.map((row) => [row.country, String(row.views), formatWon(getProfit(row))]),
  )
  expect(countries.rows.map((row) => row['국가']).sort()).toEqual(['대만', '미국', '알 수 없음', '한국'])
})

test('columns are named in four languages', async () => {
  const named = new Map<Locale, string[]>()
  for (const language of locales)
    named.set(language, (await downloadCsv(exportVideos, { language, query: { member } })).names)
  expect(named.get('ko')).toContain('예상 수익(원)')
  expect(named.get('zh-CN')).toContain('播放量')
  expect(named.get('zh-TW')).toContain('觀看次數')
  const all = [...named.values()].map((names) => names.join())
  expect(new Set(all).size).toBe(4)
})

test('dollars have six decimals', async () => {
  await queryRaw(api.db, 'update sites set is_playlist = true')
  await rebuildFigures(api.db)
  const { rows } = await downloadCsv(exportVideos)
  await queryRaw(api.db, 'update sites set is_playlist = false')
  await rebuildFigures(api.db)
  expect(rows[0]?.['Estimated profit (USD)']).toMatch(/^\d+\.\d{6}$/)
})

test('a refusal is an ordinary one', async () => {
  const refused = async (endpoint: Endpoint, options: Parameters<Api['request']>[1]) => {
    const { status, body, headers } = await api.request(endpoint, { token, ...options })
    expect(headers.get('Content-Type')).toContain('application/json')
    expect(headers.get('Content-Disposition')).toBeNull()
    expect(body).toMatchObject({ success: false, message: expect.any(String) })
    return [status, body.code]
  }
  expect(await refused(exportVideos, { token: '' })).toEqual([401, 'unauthenticated'])
  expect(await refused(exportVideos, { token: memberToken, query: { member } })).toEqual([403, 'forbidden'])
  expect(await refused(exportVideos, { query: { member: 99_999 } })).toEqual([404, 'not_found'])
  expect(await refused(exportVideos, { query: { period: 'forever' } })).toEqual([422, 'invalid'])
  expect(await refused(exportCountries, { query: { video: videoIdFor('none') } })).toEqual([404, 'not_found'])
})

test('nothing imported is a file with names alone', async () => {
  const empty = await startApi(await createOwnDatabase())
  await createAccount(empty.db, await createSite(empty.db), 'new@example.test')
  const fresh = await signIn(empty, 'new@example.test')
  for (const endpoint of [exportVideos, exportChannels, exportDays]) {
    const { body, headers } = await empty.request(endpoint, { token: fresh })
    expect((body as string).trim().split('\r\n')).toHaveLength(1)
    expect(headers.get('Content-Disposition')).toMatch(/"(videos|channels|days)\.csv"/)
  }
  await empty.close()
})

/** Opens a file whose reader controls its speed. */
async function openExport(query = '', encoding = 'identity', as = token) {
  const path = `${exportVideos.path}${query}`
  const requestHeaders = signHeaders('GET', `/${path}`, undefined, { token: as })
  const headers = { ...requestHeaders, 'Accept-Encoding': encoding }
  const { body, headers: response } = await api.send(path, { headers })
  if (!body) throw new Error('there is nothing to read')
  return { body, received: response }
}

const openReader = async (query?: string, as?: string) =>
  (await openExport(query, 'identity', as)).body.getReader()

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
}

test('a slow reader is waited for, with no more than a few rows read ahead and no transaction open', async () => {
  const before = countingDb.statements
  const reader = await openReader()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const ahead = countingDb.statements - before
  // Others get replies in the meantime, even from the embedded database, which runs one transaction at a time.
  await api.db.transaction((tx) => queryRaw(tx, 'select 1 as one'))
  const text = await readToEnd(reader)
  expect(countingDb.statements - before).toBeGreaterThan(ahead)
  expect(text.trim().split(/\r\n/).length).toBeGreaterThan(videoCount - 200)
})

test.each(['identity', 'gzip', 'br'])('a reader of %s that goes away ends the reading', async (encoding) => {
  let ended = false
  async function* parts() {
    try {
      for (let row = 0; ; row++) yield `${row},${Math.random()}\r\n`.repeat(1_000)
    } finally {
      ended = true
    }
  }
  const { body } = streamBody(parts(), encoding, (error) => warnings.push(error.message))
  const reader = body.getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => ended).toBe(true)
  expect(warnings).toEqual([])
})

test('when the lists are built anew on the way, the file breaks off', async () => {
  const reader = await openReader()
  await reader.read()
  await insertFacts(api.db, [extraFact])
  await expect(readToEnd(reader)).rejects.toThrow()
  expect(warnings).toEqual(['export aborted: list_changed'])
})

test('when the channels of a member change on the way, the file breaks off', async () => {
  await queryRaw(
    api.db,
    'insert into assignments (registration_id, account_id) select registration_id, $1 from channels on conflict do nothing',
    [member],
  )
  const reader = await openReader(`?member=${member}`)
  await reader.read()
  await queryRaw(
    api.db,
    'update assignments set unassigned_at = now(), until_day = from_day where registration_id = (select max(registration_id) from channels)',
  )
  await expect(readToEnd(reader)).rejects.toThrow()
})

test('when figures change on the way of a file that is counted by the day, it breaks off', async () => {
  const reader = await openReader(`?member=${member}`)
  await reader.read()
  await queryRaw(api.db, 'update network_revisions set figures_revision = figures_revision + 1')
  await expect(readToEnd(reader)).rejects.toThrow()
  await rebuildFigures(api.db)
})

test.each<[string, (leaving: string) => Promise<unknown>]>([
  ['signs out', (leaving) => api.call(logout, { token: leaving, body: {} })],
  ['does not run the network any more', () => setRoles('{member}')],
  [
    'stays away until the session has run out',
    async () => (api.clock.now = new Date(Date.now() + 31 * dayMs)),
  ],
])('when whoever asked %s on the way, the file breaks off', async (_, change) => {
  const leaving = await signIn(api, 'boss@example.test')
  const reader = await openReader('', leaving)
  await reader.read()
  await change(leaving)
  await expect(readToEnd(reader)).rejects.toThrow()
  api.clock.now = new Date()
  await setRoles('{owner,manager}')
})

const setRoles = (roles: string) =>
  queryRaw(api.db, `update accounts set roles = $1 where email = 'boss@example.test' and kind = 'person'`, [
    roles,
  ])

const dayMs = 24 * 60 * 60 * 1000

const extraFact: Fact = {
  day: '2026-10-04',
  channelId: channelIds[0] ?? '',
  videoId: videoIdFor('extra'),
  country: 'KR',
  views: 10,
  premiumViews: 1,
  revenueMicros: 100,
  premiumRevenueMicros: 10,
}

test('a compressed file is the same file', async () => {
  const { text } = await downloadCsv(exportVideos)
  for (const [encoding, decompress] of [
    ['gzip', createGunzip()],
    ['br', createBrotliDecompress()],
  ] as const) {
    const { body, received } = await openExport('', encoding)
    expect(received.get('Content-Encoding')).toBe(encoding)
    const plain = Readable.fromWeb(body as never).pipe(decompress)
    expect(Buffer.concat(await plain.toArray()).toString()).toBe(text)
  }
})
