import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { maxConnectionsPerNetwork } from '#server/platform/http/request/connection-limits.ts'
import { maxRequestsPerNetwork } from '#server/platform/http/request/request-limits.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { startServer } from '#tests/support/server-process.ts'

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
})
afterAll(() => template.remove())

async function start(environment: Record<string, string> = {}) {
  const place = await template.copy()
  const server = startServer({ ...place.environment, ...environment })
  return { server, place, port: Number(new URL(await server.address()).port) }
}

/** Sends some bytes, and collects the response. */
function openConnection(port: number, text: string, localAddress = '127.0.0.1') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(text)
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(response)))
  return { closed, isOpen: () => !socket.destroyed, getResponse: () => response }
}

const halfPost = (headers = '') =>
  `POST /api/${login.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n${headers}\r\n{"id":`
const health = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const ready = (headers = '') =>
  `GET /api/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`

test('half-sent requests are closed in time, and one network holds a limited number of connections', async () => {
  const { server, place, port } = await start()
  const slow = [
    ['no byte', ''],
    ['half a header', 'POST /api/login HTTP/1.1\r\nHost: loc'],
    ['no body', halfPost().slice(0, -6)],
    ['half a body', halfPost()],
  ].map(([name, text]) => ({ name, ...openConnection(port, text ?? '', '127.0.0.3') }))
  const flood = Array.from({ length: 1_500 }, () => openConnection(port, halfPost()))
  await expect
    .poll(() => flood.filter(({ isOpen }) => isOpen()).length, { timeout: 8_000 })
    .toBe(maxConnectionsPerNetwork)
  // A whole request takes the place of the half that has waited longest.
  for (let at = 0; at < 3; at++) expect(await openConnection(port, health).closed).toMatch(/^HTTP\/1.1 200/)
  expect(await openConnection(port, health, '127.0.0.2').closed).toMatch(/^HTTP\/1.1 200/)
  await expect
    .poll(() => slow.filter(({ isOpen }) => isOpen()).map(({ name }) => name), { timeout: 30_000 })
    .toEqual([])
  await Promise.all(flood.map(({ closed }) => closed))
  // The server may notice the ends of its connections a moment later.
  await expect.poll(() => openConnection(port, health).closed).toMatch(/^HTTP\/1.1 200/)
  server.kill('SIGTERM')
  const { status, text } = await server.ended
  expect(status).toBe(0)
  expect(text.match(/"address":"127.0.0.0\/24","msg":"too many connections/g)).toHaveLength(1)
  expect(text).not.toMatch(/"level":[56]0/)
  await place.remove()
})

test('behind a proxy, requests in progress are counted by the forwarded network', async () => {
  const { server, place, port } = await start({ BEHIND_PROXY: '1' })
  const from = (address: string) => `X-Forwarded-For: 192.0.2.1, ${address}\r\n`
  const flood = Array.from({ length: maxRequestsPerNetwork }, () =>
    openConnection(port, halfPost(from('203.0.113.7'))),
  )
  await expect
    .poll(async () => (await openConnection(port, ready(from('203.0.113.7'))).closed).split('\r\n')[0])
    .toBe('HTTP/1.1 429 Too Many Requests')
  expect(await openConnection(port, ready(from('203.0.113.7'))).closed).toMatch(/\r\nretry-after: \d+\r\n/i)
  expect(await openConnection(port, ready(from('198.51.100.1'))).closed).toMatch(/^HTTP\/1.1 200/)
  await Promise.all(flood.map(({ closed }) => closed))
  await expect.poll(() => openConnection(port, ready(from('203.0.113.7'))).closed).toMatch(/^HTTP\/1.1 200/)
  server.kill('SIGTERM')
  expect((await server.ended).text).not.toMatch(/"level":[56]0/)
  await place.remove()
})

test('clients that break off are no fault of the database; two hosts and TRACE are refused', async () => {
  const { server, place, port } = await start()
  const cutOff = Array.from({ length: 30 }, async () => {
    const socket = connect({ port, host: '127.0.0.1' })
    // Without a proxy in front, anybody can write this.
    socket.on('error', () => {}).write(halfPost('X-Forwarded-For: 203.0.113.7\r\n'))
    await pause(200)
    socket.resetAndDestroy()
  })
  await Promise.all(cutOff)
  const twoHosts =
    'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n'
  const refused = await openConnection(port, twoHosts).closed
  expect(refused).toMatch(/^HTTP\/1.1 400/)
  expect(refused).toContain('"code":"malformed"')
  for (const smuggled of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
    'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  ]) {
    const text = `POST /api/${login.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${smuggled}`
    expect(await openConnection(port, text).closed).toMatch(/^HTTP\/1.1 400/)
  }
  for (const path of ['/', '/api/health']) {
    const trace = `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: echoed\r\nConnection: close\r\n\r\n`
    const answer = await openConnection(port, trace).closed
    expect(answer).toMatch(/^HTTP\/1.1 40[45]/)
    expect(answer).not.toContain('echoed')
  }
  expect(await openConnection(port, health).closed).toMatch(/^HTTP\/1.1 200/)
  server.kill('SIGTERM')
  const { text } = await server.ended
  expect(text.match(new RegExp(`"path":"/api/${login.path}","status":400`, 'g'))).toHaveLength(30)
  expect(text).not.toMatch(/unreachable|"status":5|"level":[56]0|203\.0\.113/)
  await place.remove()
})
