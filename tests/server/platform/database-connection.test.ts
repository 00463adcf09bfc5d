import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { isUnreachable } from '#server/platform/db/database.ts'
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
  const statement = read(queryRaw(db, 'select pg_sleep(10)'))
  const transaction = read(db.transaction((tx) => queryRaw(tx, 'select pg_sleep(10)')))
  const ofClient = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const passedOn = await read(db.transaction(() => Promise.reject(ofClient)))
  expect([passedOn === ofClient, isUnreachable(passedOn)]).toEqual([true, false])
  proxy.breakOff()
  const errors = await Promise.all([statement, transaction])
  expect(errors.map(isUnreachable)).toEqual([true, true])
})
