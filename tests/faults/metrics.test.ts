import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findValue, metricsToken, parseMetrics } from '#tests/support/metrics.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { startServer } from '#tests/support/server-process.ts'

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
})
afterAll(() => template.remove())

type Server = ReturnType<typeof startServer>

const start = (place: ProcessDatabase, environment: Record<string, string>) =>
  startServer({ ...place.environment, LOG_LEVEL: 'info', ...environment })

/** Finds the address of the separate listener. */
async function findListener(server: Server): Promise<string> {
  const [, port] = await server.waitForOutput(/"port":(\d+),"msg":"metrics listener started"/)
  return `http://127.0.0.1:${port}`
}

const request = (url: string, token?: string, method = 'GET') =>
  fetch(url, { method, headers: { Connection: 'close', ...(token && { Authorization: `Bearer ${token}` }) } })

async function scrape(url: string, token?: string) {
  const response = await request(url, token)
  expect(response.status).toBe(200)
  return parseMetrics(await response.text())
}

/** Reads the whole reply: one that is left half read breaks the client when its server ends. */
async function requestStatus(...question: Parameters<typeof request>): Promise<number> {
  const response = await request(...question)
  await response.arrayBuffer()
  return response.status
}

const requestHealth = async (address: string, times: number) => {
  for (let time = 0; time < times; time++) expect(await requestStatus(`${address}/api/health`)).toBe(200)
}

const countHealth = (samples: Awaited<ReturnType<typeof scrape>>) =>
  findValue(samples, 'hookline_http_requests_total', { route: '/api/health', status: '200' }) ?? 0

const listener = { METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' }

test('one process: a port of its own, which the site has no part of', async () => {
  const place = await template.copy()
  const server = start(place, listener)
  const [address, metrics] = [await server.address(), await findListener(server)]
  await requestHealth(address, 3)
  expect(countHealth(await scrape(`${metrics}/metrics`))).toBe(3)
  const samples = await scrape(`${metrics}/api/metrics`)
  expect(findValue(samples, 'hookline_database_up')).toBe(1)
  expect(findValue(samples, 'hookline_processes')).toBe(1)
  expect(await requestStatus(`${address}/api/metrics`)).toBe(404)
  expect(await requestStatus(`${address}/metrics`)).toBe(404)
  expect(await requestStatus(`${metrics}/api/health`)).toBe(404)
  expect(await requestStatus(`${metrics}/metrics`, undefined, 'POST')).toBe(404)
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ status: 0, signal: null })
  await place.remove()
})

test('with a token, both ports ask for it', async () => {
  const place = await template.copy()
  const server = start(place, { ...listener, METRICS_TOKEN: metricsToken })
  const urls = [`${await server.address()}/api/metrics`, `${await findListener(server)}/metrics`]
  for (const url of urls) {
    expect(await requestStatus(url)).toBe(404)
    expect(await requestStatus(url, `${metricsToken}x`)).toBe(404)
    expect(findValue(await scrape(url, metricsToken), 'hookline_database_up')).toBe(1)
  }
  server.kill('SIGTERM')
  const { text } = await server.ended
  expect(text).not.toContain(metricsToken)
  await place.remove()
})

test('a port that is in use ends the start with the reason', async () => {
  const [place, other] = [await template.copy(), await template.copy()]
  const first = start(place, listener)
  const { port } = new URL(await findListener(first))
  const { status, text } = await start(other, { ...listener, METRICS_PORT: port }).ended
  expect({
    status,
    isNamed: text.includes(`Port ${port} is in use: choose another with METRICS_PORT.`),
  }).toEqual({
    status: 1,
    isNamed: true,
  })
  first.kill('SIGTERM')
  await first.ended
  await Promise.all([place.remove(), other.remove()])
})

describe.runIf(postgresUrl)('several processes', () => {
  const startTwo = (place: ProcessDatabase) =>
    start(place, { ...listener, METRICS_TOKEN: metricsToken, WEB_CONCURRENCY: '2' })

  const findPid = async (server: Server, number: number) =>
    Number(
      (await server.waitForOutput(new RegExp(`"process":${number},"pid":(\\d+),"msg":"process started"`)))[1],
    )

  test('every scrape has the sum of all, whichever answers', async () => {
    const place = await template.copy()
    const server = startTwo(place)
    const [address, metrics] = [await server.address(), await findListener(server)]
    await requestHealth(address, 20)
    // Each of them has answered some requests.
    await server.waitForOutput(/"process":1,"requestId"/)
    await server.waitForOutput(/"process":2,"requestId"/)
    expect(countHealth(await scrape(`${metrics}/metrics`, metricsToken))).toBe(20)
    for (let time = 0; time < 6; time++) {
      const samples = await scrape(`${address}/api/metrics`, metricsToken)
      expect(countHealth(samples)).toBe(20)
      expect(findValue(samples, 'hookline_processes')).toBe(2)
      expect(findValue(samples, 'hookline_database_up')).toBe(1)
      expect(findValue(samples, 'hookline_build_info')).toBe(1)
      // Two processes each have a share.
      expect(findValue(samples, 'hookline_database_pool_size', { pool: 'planned_once' })).toBe(10)
    }
    server.kill('SIGTERM')
    const { status, text } = await server.ended
    expect(status).toBe(0)
    expect(text).toMatch(/"process":1,[^\n]*"path":"\/api\/metrics"/)
    expect(text).toMatch(/"process":2,[^\n]*"path":"\/api\/metrics"/)
    await place.remove()
  })

  test('a process that is killed takes nothing out of the sum, and its successor joins', async () => {
    const place = await template.copy()
    const server = startTwo(place)
    const [address, metrics] = [await server.address(), await findListener(server)]
    const url = `${metrics}/metrics`
    await requestHealth(address, 20)
    const before = await scrape(url, metricsToken)
    expect(countHealth(before)).toBe(20)
    const pid = await findPid(server, 1)
    process.kill(pid, 'SIGKILL')
    await server.waitForOutput(/"process":0,"number":1,.*"signal":"SIGKILL","msg":"process ended"/)
    expect(countHealth(await scrape(url, metricsToken))).toBe(20)
    await server.waitForOutput(new RegExp(`"process":1,"pid":(?!${pid},)\\d+,"msg":"process started"`))
    const after = await scrape(url, metricsToken)
    expect(countHealth(after)).toBe(20)
    expect(findValue(after, 'hookline_processes')).toBe(2)
    const startTime = 'hookline_process_start_time_seconds'
    expect(findValue(after, startTime)).toBeGreaterThan(
      findValue(before, startTime) ?? Number.POSITIVE_INFINITY,
    )
    await requestHealth(address, 4)
    expect(countHealth(await scrape(url, metricsToken))).toBe(24)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    await place.remove()
  })
})
