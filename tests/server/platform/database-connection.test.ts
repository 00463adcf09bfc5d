import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { locales } from '#contract/platform/locale.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { isUnreachable } from '#server/platform/db/database.ts'
import { explainDiskFull } from '#server/platform/disk-full.ts'
import { createLog } from '#server/platform/log.ts'
import { createSite } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

/** Forwards connections to the database, until `breakOff`. */
async function startProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const upstream = connect({ host: hostname, port: Number(port || 5432) })
    sockets.push(socket)
    socket
      .on('error', () => {})
      .pipe(upstream.on('error', () => {}))
      .pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as AddressInfo).port)
  return {
    url: proxied.href,
    breakOff() {
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
    },
  }
}

const read = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test.runIf(postgresUrl)('a broken connection to the database is told from that of a client', async () => {
  const proxy = await startProxy(postgresUrl ?? '')
  const db = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  onTestFinished(() => void db.close())
  // The driver asks for the types of arrays on each new connection, and nobody would learn that this has failed.
  await Promise.all([1, 2, 3].map(() => queryRaw(db, 'select pg_sleep(0.2)')))
  const statement = read(queryRaw(db, 'select pg_sleep(10)'))
  const transaction = read(db.transaction((tx) => queryRaw(tx, 'select pg_sleep(10)')))
  const ofClient = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const passedOn = await read(db.transaction(() => Promise.reject(ofClient)))
  expect([passedOn === ofClient, isUnreachable(passedOn)]).toEqual([true, false])
  proxy.breakOff()
  const errors = await Promise.all([statement, transaction])
  expect(errors.map(isUnreachable)).toEqual([true, true])
})

test.each(locales)('a full disk of the database is a 503 that says so in %s', async (locale) => {
  const db = await createOwnDatabase()
  onTestFinished(() => db.close())
  const cause = Object.assign(new Error('could not extend file "base/5/1249"'), { code: '53100' })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const full = { ...db, transaction: () => Promise.reject(new Error('Failed', { cause })) }
  await createSite(db)
  const api = await startApi(full, log)
  const { status, headers, body } = await api.request(requestPasswordReset, {
    body: { email: 'nobody@example.test' },
    language: locale,
  })
  expect({ status, code: body.code, retry: headers.get('Retry-After') }).toEqual({
    status: 503,
    code: 'storage_full',
    retry: '60',
  })
  expect(body.message).toMatch(/저장 공간|storage|存储空间|儲存空間/)
  expect(lines.join('')).toContain('disk full')
})

test('a full disk of a PostgreSQL server, of files and of no known place is named in words', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', DATA_DIR: tmpdir() })
  const explain = async (more: object) =>
    ((await explainDiskFull(Object.assign(new Error('x'), more), config)) as Error).message
  expect(await explain({ code: '53100' })).toMatch(/for the data of the PostgreSQL server \(DATABASE_URL\)\./)
  expect(await explain({ code: 'ENOSPC', path: '/srv/out/a.csv' })).toMatch(/for files in \/srv\/out\./)
  expect(await explain({ code: 'EDQUOT' })).toMatch(/for a file on this machine/)
  expect(await explain({ code: 'EACCES' })).toBe('x')
})
