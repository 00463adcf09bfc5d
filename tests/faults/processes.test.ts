import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
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
import { startServer } from '#tests/support/server-process.ts'

test('the embedded database is for one process', async () => {
  const { status, text } = await startServer({ WEB_CONCURRENCY: '2' }).ended
  expect({ status, text }).toEqual({
    status: 1,
    text: 'WEB_CONCURRENCY=2 needs a PostgreSQL server (DATABASE_URL): only one process can use the embedded database.\n',
  })
})

test.each(['0', '65', '-1', 'many', '1.5'])('%s is no number of processes', (text) => {
  expect(() => readConfig({ WEB_CONCURRENCY: text, DATABASE_URL: 'postgres://server/name' })).toThrow(
    /WEB_CONCURRENCY must be a whole number from 1 to 64/,
  )
})

describe.runIf(postgresUrl)('several processes on one PostgreSQL', () => {
  let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
  let folder: Awaited<ReturnType<typeof createReportFolder>>
  beforeAll(async () => {
    template = await prepareProcessDatabase(async () => {})
    folder = await createReportFolder()
  })
  afterAll(async () => {
    await folder.remove()
    await template.remove()
  })

  const start = (place: ProcessDatabase, environment: Record<string, string> = {}) =>
    startServer({ ...place.environment, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', ...environment })

  type Server = ReturnType<typeof start>

  async function findPid(server: Server, number: number): Promise<number> {
    const line = await server.waitForOutput(
      new RegExp(`"process":${number},"pid":(\\d+),"msg":"process started"`),
    )
    return Number(line[1])
  }

  const isReady = async (address: string) =>
    (await fetch(`${address}/api/ready`, { headers: { Connection: 'close' } })).status

  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0)
    } catch {
      return true
    }
  }

  test('share a port, name themselves in the log, and end together', async () => {
    const place = await template.copy()
    const server = start(place)
    const address = await server.address()
    const pids = [await findPid(server, 1), await findPid(server, 2)]
    expect(await Promise.all(Array.from({ length: 20 }, () => isReady(address)))).toEqual(Array(20).fill(200))
    await server.waitForOutput(/"process":1,"requestId"/)
    await server.waitForOutput(/"process":2,"requestId"/)
    server.kill('SIGTERM')
    const { status, signal, text } = await server.ended
    expect({ status, signal }).toEqual({ status: 0, signal: null })
    expect(text.match(/Hookline is ready/g)).toHaveLength(1)
    expect(pids.map(isGone)).toEqual([true, true])
    await place.remove()
  })

  test('a process that is killed is replaced, while the others answer', async () => {
    const place = await template.copy()
    const server = start(place)
    const address = await server.address()
    const pid = await findPid(server, 1)
    process.kill(pid, 'SIGKILL')
    await server.waitForOutput(/"process":0,"number":1,.*"signal":"SIGKILL","msg":"process ended"/)
    expect(await isReady(address)).toBe(200)
    await server.waitForOutput(new RegExp(`"process":1,"pid":(?!${pid},)\\d+,"msg":"process started"`))
    expect(await isReady(address)).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    await place.remove()
  })

  test('a stop under load lets replies finish', async () => {
    const place = await template.copy()
    const server = start(place)
    const address = await server.address()
    const statuses: (number | 'unreachable')[] = []
    let isOn = true
    const clients = Array.from({ length: 8 }, async () => {
      while (isOn) statuses.push(await isReady(address).catch(() => 'unreachable'))
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(40)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0, signal: null })
    isOn = false
    await Promise.all(clients)
    expect(new Set(statuses)).toEqual(new Set([200, 'unreachable']))
    await place.remove()
  })

  test('a port that is in use ends all of them with the reason, once', async () => {
    const [place, other] = [await template.copy(), await template.copy()]
    const first = start(place)
    const { port } = new URL(await first.address())
    const { status, text } = await start(other, { PORT: port }).ended
    expect(status).toBe(1)
    expect(text.match(/Port \d+ is in use/g)).toHaveLength(1)
    expect(text).not.toContain('Hookline is ready')
    first.kill('SIGTERM')
    await first.ended
    await Promise.all([place.remove(), other.remove()])
  })

  test('two imports of different owners at once have the totals of one after the other', async () => {
    const days = ['2026-03-01', '2026-03-02']
    const paths = await Promise.all(['us', 'jp'].map((owner) => writeReports(owner, days)))
    const [serial, parallel] = [await template.copy(), await template.copy()]
    const db = await serial.open()
    await importFiles(db, [paths[0] ?? ''], { owner: 'us' })
    await importFiles(db, [paths[1] ?? ''], { owner: 'jp' })
    const expected = await readFigures(db)
    await db.close()

    const server = start(parallel)
    await server.address()
    await Promise.all(['us', 'jp'].map((owner, index) => runImport(parallel, owner, paths[index] ?? '')))
    const imported = await parallel.open()
    expect(await readFigures(imported)).toEqual(expected)
    expect(await findBrokenReportInvariants(imported)).toEqual([])
    await imported.close()
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    await Promise.all([serial.remove(), parallel.remove()])
  })

  /** Both owners report the same channel. */
  async function writeReports(owner: string, days: readonly string[]): Promise<string> {
    const path = await folder.createSubfolder()
    const name = path.slice(folder.path.length + 1)
    const country = owner.toUpperCase()
    for (const day of days) {
      const rows = Array.from({ length: 200 }, (_, index) => ({
        channel_id: channelIdFor(index % 2 === 0 ? 'both' : owner),
        video_id: `video-${String(index).padStart(5, '0')}`,
        country_code: country,
      }))
      await folder.write(
        `${name}/${reportFileName('basic', day)}`,
        formatActivity(rows.map((row, index) => activityRow(day, { ...row, views: 100 + index }))),
      )
      await folder.write(
        `${name}/${reportFileName('estimated_revenue', day)}`,
        formatRevenue(rows.map((row) => revenueRow(day, row))),
      )
      await folder.write(
        `${name}/${reportFileName('video_metadata', day)}`,
        formatMetadata(
          rows.map(({ channel_id, video_id }) =>
            metadataRow({ channel_id, video_id, video_title: video_id }),
          ),
        ),
      )
    }
    return path
  }

  const readFigures = (db: Parameters<typeof queryRaw>[0]) =>
    Promise.all(
      [
        'select channel_id, video_id, day::text, owner, views, revenue_micros from video_daily order by 1, 2, 3, 4',
        'select channel_id, video_id, title from videos order by 1, 2',
      ].map((text) => queryRaw(db, text)),
    )

  const operatorScript = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))

  const runImport = (place: ProcessDatabase, owner: string, path: string) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [operatorScript, 'import', path, '--owner', owner], {
        env: { ...process.env, ...place.environment },
        stdio: 'ignore',
      })
      child.on('close', (status) => (status === 0 ? resolve() : reject(new Error(`Exit status ${status}`))))
    })
})
