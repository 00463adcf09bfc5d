import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { locales } from '#contract/platform/locale.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { BusyError, isUnreachable } from '#server/platform/db/database.ts'
import { explainDiskFull } from '#server/platform/disk-full.ts'
import { createLog } from '#server/platform/log.ts'
import { createSite } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

/** Forwards connections to the database, until `breakOff`, or until the one that `breakNextAt` is about sends its nth part. */
async function startProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  let breakingPart: number | undefined
  const server = createServer((socket) => {
    const upstream = connect({ host: hostname, port: Number(port || 5432) })
    sockets.push(socket)
    let partsLeft = breakingPart
    breakingPart = undefined
    if (partsLeft !== undefined)
      socket.prependListener('data', () => {
        if (partsLeft && --partsLeft === 0) socket.resetAndDestroy()
      })
    socket
      .on('error', () => {})
      .on('close', () => upstream.destroy())
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
    breakNextAt(part: number) {
      breakingPart = part
    },
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
  const statement = read(queryRaw(db, 'select pg_sleep(10)'))
  const transaction = read(db.transaction((tx) => queryRaw(tx, 'select pg_sleep(10)')))
  const ofClient = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const passedOn = await read(db.transaction(() => Promise.reject(ofClient)))
  expect([passedOn === ofClient, isUnreachable(passedOn)]).toEqual([true, false])
  proxy.breakOff()
  const errors = await Promise.all([statement, transaction])
  expect(errors.map(isUnreachable)).toEqual([true, true])
})

test.runIf(postgresUrl).each([1, 2, 3])(
  'a new connection that breaks at its part %i ends no process',
  async (part) => {
    const unhandled: unknown[] = []
    const record = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', record)
    onTestFinished(() => void process.off('unhandledRejection', record))
    const proxy = await startProxy(postgresUrl ?? '')
    const db = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
    onTestFinished(() => db.close())
    proxy.breakNextAt(part)
    // One of them takes the connection that is open.
    const results = await Promise.all([1, 2].map(() => read(queryRaw(db, 'select pg_sleep($1)', [0.2]))))
    const errors = results.filter((result) => result instanceof Error)
    expect(errors.map(isUnreachable)).toEqual([true])
    expect(await queryRaw(db, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(unhandled).toEqual([])
  },
)

test.runIf(postgresUrl)('a lock keeps everybody else out until its work or its process ends', async () => {
  const proxy = await startProxy(postgresUrl ?? '')
  const [db, other] = await Promise.all(
    [proxy.url, postgresUrl ?? ''].map((databaseUrl) => openDatabase({ databaseUrl, dataDir: '' })),
  )
  if (!db || !other) throw new Error('There is no database.')
  onTestFinished(async () => {
    await Promise.all([db, other].map((one) => one.close()))
  })
  const name = `lock ${randomUUID()}`
  const tryAll = () =>
    Promise.all([db, other].map((one) => read(one.withLock(name, () => Promise.resolve('done')))))
  await db.withLock(name, async () => {
    const [own, foreign] = await tryAll()
    expect([own, foreign]).toEqual([expect.any(BusyError), expect.any(BusyError)])
    expect(await db.withLock(`${name} b`, () => Promise.resolve('done'))).toBe('done')
  })
  await expect(db.withLock(name, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await other.withLock(name, () => Promise.resolve('done'))).toBe('done')
  const { promise: start, resolve: started } = Promise.withResolvers<void>()
  const { promise: work, resolve: finish } = Promise.withResolvers<void>()
  const broken = db.withLock(name, () => {
    started()
    return work
  })
  await start
  proxy.breakOff()
  await expect.poll(() => read(other.withLock(name, () => Promise.resolve('done')))).toBe('done')
  finish()
  await read(broken)
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
