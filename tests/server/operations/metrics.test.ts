// @module-tag extended
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/session.ts'
import { readMeta } from '#contract/portal/site.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { stateSubjects } from '#server/metrics.ts'
import type { Database } from '#server/platform/db/database.ts'
import { measureRequests } from '#server/platform/http/metrics.ts'
import type { App, Variables } from '#server/platform/http/response/context.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { createStateSnapshots } from '#server/platform/metrics/state.ts'
import { serveSite } from '#server/portal/pages/static-site.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { queueTestMail } from '#tests/support/mails.ts'
import { createTestScrape, findValue, metricsToken, parseMetrics } from '#tests/support/metrics.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  createReportFolder,
  formatActivity,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'

const email = 'someone.private@example.test'
const owner = { siteId: 0, accountId: 0 }
let db: Database
let jobs: ManagedJobQueue
let api: Api
let token: string

beforeAll(async () => {
  db = await createTestDatabase()
  jobs = await startJobs(db)
  api = await startApi(db, undefined, { metrics: { token: metricsToken, scrape: createTestScrape(db) } })
  const site = await createSite(db)
  owner.siteId = site.id
  owner.accountId = await createAccount(db, site, email)
  token = await signIn(api, email)
})
afterAll(async () => {
  await jobs.close()
  await api.close()
})

const authorize = (value: string) => ({ headers: { Authorization: value } })

async function scrape() {
  const response = await api.send('metrics', authorize(`Bearer ${metricsToken}`))
  expect(response.status).toBe(200)
  return parseMetrics(await response.text())
}

async function readRefusal(response: Response) {
  const { requestId, ...body } = (await response.json()) as Record<string, unknown>
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, hasId: typeof requestId, body, headers }
}

describe('access', () => {
  test('the token opens them, as text of Prometheus', async () => {
    const response = await api.send('metrics', authorize(`Bearer ${metricsToken}`))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const text = await response.text()
    expect(text).toContain('# TYPE hookline_http_requests_total counter')
    expect(parseMetrics(text).length).toBeGreaterThan(100)
  })

  test.each([
    ['no header', undefined],
    ['another token', `Bearer ${metricsToken.slice(0, -1)}x`],
    ['a longer one', `Bearer ${metricsToken}0`],
    ['the beginning', `Bearer ${metricsToken.slice(0, 20)}`],
    ['nothing', 'Bearer '],
    ['another scheme', `Basic ${Buffer.from(`prometheus:${metricsToken}`).toString('base64')}`],
    ['the token alone', metricsToken],
    ['a session', () => `Bearer ${token}`],
  ])('%s is answered like a path that does not exist', async (_, header) => {
    const value = typeof header === 'function' ? header() : header
    const unknown = await readRefusal(await api.send('no-such-path'))
    expect(unknown.status).toBe(404)
    expect(await readRefusal(await api.send('metrics', value ? authorize(value) : {}))).toEqual(unknown)
  })

  test('without the setting, the path does not exist for anybody', async () => {
    const closed = await startApi(db)
    const init = authorize(`Bearer ${metricsToken}`)
    expect(await readRefusal(await closed.send('metrics', init))).toEqual(
      await readRefusal(await closed.send('no-such-path', init)),
    )
  })
})

describe('requests', () => {
  test('count by method, route pattern and status, and their time is observed', async () => {
    const route = `/api/${readMe.path}`
    const count = async (status: string) =>
      findValue(await scrape(), 'hookline_http_requests_total', { method: 'GET', route, status }) ?? 0
    const before = [await count('200'), await count('401')]
    const timesBefore = findValue(await scrape(), 'hookline_http_request_duration_seconds_count', { route })
    await api.call(readMe, { token })
    await api.call(readMe, { token })
    await api.request(readMe)
    expect([await count('200'), await count('401')]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
    const samples = await scrape()
    const times = findValue(samples, 'hookline_http_request_duration_seconds_count', { route })
    expect(times).toBe((timesBefore ?? 0) + 3)
    const labels = { route, le: '+Inf' }
    expect(findValue(samples, 'hookline_http_request_duration_seconds_bucket', labels)).toBe(times)
    expect(findValue(samples, 'hookline_http_request_duration_seconds_sum', { route })).toBeGreaterThan(0)
  })

  test('a refusal before any route counts, too', async () => {
    const labels = { method: 'GET', route: '/api/health', status: '403' }
    const name = 'hookline_http_requests_total'
    const before = findValue(await scrape(), name, labels) ?? 0
    const response = await api.send('health', { headers: { Origin: 'https://stranger.test' } })
    expect(response.status).toBe(403)
    expect(findValue(await scrape(), name, labels)).toBe(before + 1)
  })

  test('only the scrape itself is in flight', async () => {
    expect(findValue(await scrape(), 'hookline_http_requests_in_flight')).toBe(1)
  })

  test('any number of hostile paths and methods are one route and one method', async () => {
    const attack = async (marker: string) => {
      for (let index = 0; index < 50; index++) {
        const part = `${marker}${index}`
        await api.send(`${part}/%22%0a${part}`)
        await api.send(`media/covers/${part}-96.webp`)
        await api.send(`health?${part}=${part}`)
        await api.send(`health/${part}`, { method: 'POST', body: part })
        await api.send('health', { method: `X${part.toUpperCase()}` })
      }
    }
    // From now on each kind of reply has a series.
    await attack('first')
    // Node.js adds metrics on its own, for example with each new kind of garbage collection.
    const scrapeRequests = async () =>
      (await scrape()).filter(({ name }) => name.startsWith('hookline_http_'))
    const before = await scrapeRequests()
    await attack('second')
    const after = await scrapeRequests()
    expect(after.length).toBe(before.length)
    expect(after.filter(({ labels }) => /first\d|second\d/i.test(Object.values(labels).join(' ')))).toEqual(
      [],
    )
    const unmatched = (samples: typeof after) =>
      findValue(samples, 'hookline_http_requests_total', { route: 'unmatched' }) ?? 0
    expect(unmatched(after) - unmatched(before)).toBe(150)
  })

  test('beside a site, its pages and files are one route, and unknown paths of the API another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hookline-site-'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"></html>')
    const app: App = new Hono<{ Variables: Variables }>()
    measureRequests(app)
    const demo: App = new Hono<{ Variables: Variables }>()
    demo.get('/things/:id', (c) => c.text('a thing'))
    demo.all('*', (c) => c.notFound())
    app.route('/api', demo)
    await serveSite(app, folder, { behindProxy: false, loadContent: async () => null })
    const count = async (route: string) =>
      findValue(await scrape(), 'hookline_http_requests_total', { method: 'GET', route }) ?? 0
    const routes = ['/api/things/:id', '/*', 'unmatched']
    const before = await Promise.all(routes.map(count))
    const paths = [
      '/api/things/1',
      '/api/things/2',
      '/',
      '/nowhere',
      '/api/things',
      '/api/x/%2e%2e',
      '/api/%20',
    ]
    for (const path of paths) await app.request(path)
    const after = await Promise.all(routes.map(count))
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([2, 2, 3])
    await rm(folder, { recursive: true })
  })
})

test('no label holds an address, a token, a person or a number of one', async () => {
  await api.request(readMe, { token })
  await api.request(readMeta, { domain: 'example.test' })
  await queueTestMail(db, owner, 'recipient.private@example.test')
  const samples = await scrape()
  const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)))
  const text = [...values].join('\n')
  expect(text).not.toMatch(/@|private|example\.test|\d+\.\d+\.\d+\.\d+(?!\.)/)
  expect(text).not.toContain(token)
  const allowed = new Set(
    'method route status le cache result pool queue state type owner folder version node kind space major minor patch'.split(
      ' ',
    ),
  )
  const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
  expect([...names].filter((name) => !allowed.has(name))).toEqual([])
})

test('reads of caches count as hits and misses', async () => {
  const read = async (cache: string, result: string) =>
    findValue(await scrape(), 'hookline_cache_reads_total', { cache, result }) ?? 0
  const fresh = await signIn(api, email)
  const before = { hits: await read('sessions', 'hit'), misses: await read('sessions', 'miss') }
  const responses = { hits: await read('responses', 'hit'), misses: await read('responses', 'miss') }
  await api.call(readDashboard, { token: fresh, query: { period: 'latest' } })
  expect(await read('sessions', 'hit')).toBe(before.hits)
  expect(await read('sessions', 'miss')).toBe(before.misses + 1)
  expect(await read('responses', 'miss')).toBe(responses.misses + 1)
  await api.call(readDashboard, { token: fresh, query: { period: 'latest' } })
  expect(await read('sessions', 'hit')).toBe(before.hits + 1)
  expect(await read('sessions', 'miss')).toBe(before.misses + 1)
  expect(await read('responses', 'hit')).toBe(responses.hits + 1)
})

describe('the database', () => {
  test('mails by state, and the age of the oldest that waits', async () => {
    await queryRaw(db, 'delete from mails')
    const now = new Date('2026-11-20T12:00:00Z')
    await queueTestMail(db, owner, 'a@example.test', {}, new Date('2026-11-20T11:00:00Z'))
    await queueTestMail(db, owner, 'b@example.test', {}, new Date('2026-11-20T11:30:00Z'))
    const failed = await queueTestMail(db, owner, 'c@example.test', {}, new Date('2026-11-19T11:30:00Z'))
    await queryRaw(db, `update mails set state = 'failed' where id = $1`, [failed])
    const samples = parseMetrics(await createTestScrape(db, { now: () => now })())
    expect(findValue(samples, 'hookline_mails', { state: 'queued' })).toBe(2)
    expect(findValue(samples, 'hookline_mails', { state: 'failed' })).toBe(1)
    expect(findValue(samples, 'hookline_mails', { state: 'sending' })).toBe(0)
    expect(findValue(samples, 'hookline_mail_oldest_queued_seconds')).toBe(3600)
    await queryRaw(db, 'delete from mails')
  })

  test('jobs by queue and state, and how long the oldest could have run', async () => {
    await db.transaction((tx) => jobs.enqueue(tx, 'find-channel', 1))
    await db.transaction((tx) => jobs.enqueue(tx, 'find-channel', 2))
    await queryRaw(
      db,
      `update jobs.job
      set start_after = now() + case when data ->> 'id' = '1' then interval '-1 hour' else interval '1 hour' end
      where name = 'find-channel'`,
    )
    const samples = await scrape()
    const queue = 'find-channel'
    expect(findValue(samples, 'hookline_jobs', { queue, state: 'created' })).toBe(2)
    expect(findValue(samples, 'hookline_jobs', { queue, state: 'active' })).toBe(0)
    const age = findValue(samples, 'hookline_job_oldest_waiting_seconds', { queue }) ?? 0
    expect(age).toBeGreaterThanOrEqual(3600)
    expect(age).toBeLessThan(3900)
    expect(findValue(samples, 'hookline_job_oldest_waiting_seconds', { queue: 'send-mail' })).toBe(0)
    await queryRaw(db, `delete from jobs.job where name = 'find-channel'`)
  })

  test('an attempt at a job counts by its result', async () => {
    const read = async (result: string) =>
      findValue(await scrape(), 'hookline_job_attempts_total', { queue: 'verify-channel', result }) ?? 0
    const [completed, failed] = [await read('completed'), await read('failed')]
    let attempts = 0
    await jobs.registerHandler('verify-channel', async () => {
      if (++attempts === 1) throw new Error('A first attempt that fails.')
    })
    await db.transaction((tx) => jobs.enqueue(tx, 'verify-channel', 7))
    await expect.poll(() => read('failed')).toBe(failed + 1)
    await queryRaw(db, `update jobs.job set start_after = now() where state = 'retry'`)
    jobs.wake('verify-channel')
    await expect.poll(() => read('completed')).toBe(completed + 1)
  })

  test('a pool shows what is in use and what waits', async () => {
    const own = await createOwnDatabase()
    const pool = own.engine === 'pglite' ? 'embedded' : 'planned_each_time'
    const size = own.getPools().find(({ name }) => name === pool)?.size ?? 0
    const running = () => own.getPools().map(({ name, running: count }) => [name, count])
    const idle = own.getPools().map(({ name }) => [name, 0])
    expect(running()).toEqual(idle)
    const gate = Promise.withResolvers<void>()
    const held = Array.from({ length: size + 2 }, () => own.transaction(() => gate.promise))
    const samples = parseMetrics(await createTestScrape(own, { timeoutMs: 1 })())
    expect(findValue(samples, 'hookline_database_pool_size', { pool })).toBe(size)
    expect(findValue(samples, 'hookline_database_pool_in_use', { pool })).toBe(size)
    expect(findValue(samples, 'hookline_database_pool_waiting', { pool })).toBeGreaterThanOrEqual(2)
    gate.resolve()
    await Promise.all(held)
    await expect.poll(running).toEqual(idle)
    await own.close()
  })

  test('one that is gone leaves the metrics of the process', async () => {
    const gone = await createOwnDatabase()
    await gone.close()
    const samples = parseMetrics(await createTestScrape(gone)())
    expect(findValue(samples, 'hookline_database_up')).toBe(0)
    expect(findValue(samples, 'hookline_mails')).toBeUndefined()
    expect(findValue(samples, 'hookline_processes')).toBe(1)
    expect(findValue(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(findValue(samples, 'hookline_disk_free_bytes', { folder: 'data' })).toBeGreaterThan(0)
    expect(findValue(await scrape(), 'hookline_database_up')).toBe(1)
  })

  test('one that does not answer is asked once and waited for briefly', async () => {
    let questions = 0
    const silent: Database = {
      ...db,
      query: () => {
        questions++
        return new Promise(() => {})
      },
    }
    const takeSnapshot = createStateSnapshots({
      db: silent,
      log: createLog('silent'),
      now: () => new Date(),
      folders: { data: '.', media: '.' },
      subjects: stateSubjects,
      timeoutMs: 1,
    })
    for (let time = 0; time < 3; time++) {
      const up = (await takeSnapshot()).find(({ name }) => name === 'hookline_database_up')
      expect(up?.values).toEqual([{ value: 0, labels: {} }])
    }
    expect(questions).toBe(1)
  })
})

describe('reports', () => {
  const firstDay = '2026-08-03'
  let folder: Awaited<ReturnType<typeof createReportFolder>>
  beforeAll(async () => {
    folder = await createReportFolder()
  })
  afterAll(() => folder.remove())

  const writeActivity = (day: string) =>
    folder.write(reportFileName('basic', day), formatActivity([activityRow(day), activityRow(day)]))
  const writeRevenue = (day: string) =>
    folder.write(reportFileName('estimated_revenue', day), formatRevenue([revenueRow(day)]))

  test('files, rows, the age of figures and missing reports', async () => {
    const countFiles = async (type: string, result: string) =>
      findValue(await scrape(), 'hookline_import_files_total', { type, result }) ?? 0
    const before = {
      loaded: await countFiles('activity', 'loaded'),
      unchanged: await countFiles('activity', 'unchanged'),
      refused: await countFiles('activity', 'refused'),
      rows: findValue(await scrape(), 'hookline_import_rows_total', { type: 'activity' }) ?? 0,
    }
    // Of four days, the second lacks its revenue, the third lacks both reports, and the last one is recent.
    const [first = '', second = '', , fourth = '', fifth = ''] = [0, 1, 2, 3, 4].map((n) =>
      addDays(firstDay, n),
    )
    const activity = await Promise.all([first, second, fourth, fifth].map(writeActivity))
    const revenue = await Promise.all([first, fourth].map(writeRevenue))
    await importFiles(db, [...activity, ...revenue])
    await importFiles(db, activity.slice(0, 1))
    const broken = await folder.write(reportFileName('basic', addDays(firstDay, 9)), 'date,channel_id\nx,y\n')
    await importFiles(db, [broken])
    const afterImport = await scrape()
    expect(await countFiles('activity', 'loaded')).toBe(before.loaded + 4)
    expect(await countFiles('activity', 'unchanged')).toBe(before.unchanged + 1)
    expect(findValue(afterImport, 'hookline_import_files_total', { result: 'refused' })).toBeGreaterThan(0)
    const rows = findValue(afterImport, 'hookline_import_rows_total', { type: 'activity' })
    expect(rows).toBe(before.rows + 8)
    expect(findValue(afterImport, 'hookline_reports', { type: 'activity' })).toBe(4)
    expect(findValue(afterImport, 'hookline_reports', { type: 'revenue' })).toBe(2)
    expect(findValue(afterImport, 'hookline_report_rows', { type: 'activity' })).toBe(8)
    const published = findValue(afterImport, 'hookline_last_import_timestamp_seconds', {
      owner: 'main',
      type: 'revenue',
    })
    expect(published).toBeGreaterThan(Date.parse('2026-01-01') / 1000)
    // The end of 2026-08-06 in Pacific daylight time is 07:00 of the next day.
    const now = new Date('2026-08-08T07:00:00Z')
    const samples = parseMetrics(await createTestScrape(db, { now: () => now })())
    expect(findValue(samples, 'hookline_figures_age_seconds', { owner: 'main' })).toBe(86_400)
    expect(findValue(samples, 'hookline_missing_reports', { owner: 'main' })).toBe(3)
  })
})
