import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/data/sites.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { readConfig } from '#server/platform/config.ts'
import { createAccount, createSite, setPasswordHash } from '#tests/support/accounts.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { startServer } from '#tests/support/server-process.ts'

type Template = Awaited<ReturnType<typeof prepareProcessDatabase>>

let empty: Template
let demo: Template
beforeAll(async () => {
  empty = await prepareProcessDatabase(async () => {})
  demo = await prepareProcessDatabase(async (db) => {
    const id = await createAccount(
      db,
      await createSite(db, 'moved.test'),
      'manager@hookline.example',
      undefined,
      false,
    )
    await setPasswordHash(db, id, await hashPassword(demoPassword))
  })
})
afterAll(() => Promise.all([empty.remove(), demo.remove()]))

const exposed = [{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: 'studio.example' }, { BEHIND_PROXY: '1' }]

test.each(exposed)('the demo is no default with %j', (environment) => {
  expect(readConfig({ ...environment }).demo).toBe(false)
  expect(readConfig({ ...environment, DEMO: '1' }).demo).toBe(true)
})

test.each(['', 'localhost', '127.0.0.1', '127.8.0.1', '::1'])('the demo is the default on "%s"', (HOST) => {
  expect(readConfig({ HOST }).demo).toBe(true)
  expect(readConfig({ HOST, DEMO: '0' }).demo).toBe(false)
  expect(readConfig({ HOST, DATABASE_URL: 'postgres://server/name' }).demo).toBe(false)
})

test('an empty installation that others can reach starts without the demo, and says how to get it', async () => {
  const place = await empty.copy()
  const server = startServer({ ...place.environment, BEHIND_PROXY: '1', DEMO: '' })
  await server.address()
  server.kill('SIGTERM')
  const { text } = await server.ended
  // Nobody expects the demonstration on PostgreSQL.
  if (!place.environment.DATABASE_URL) expect(text).toMatch(/The demo was not created: .* DEMO=1/)
  const db = await place.open()
  expect(await queryRaw(db, 'select from accounts')).toEqual([])
  await db.close()
  await place.remove()
})

describe('an installation with accounts of the demo', () => {
  test.each<Record<string, string>>([
    { HOST: '0.0.0.0', DEMO: '' },
    { BEHIND_PROXY: '1', DEMO: '0' },
  ])('does not start with %j', async (environment) => {
    const place = await demo.copy()
    const { status, text } = await startServer({ ...place.environment, ...environment }).ended
    expect(status).toBe(1)
    expect(text).toMatch(
      /Other machines can reach this server .*account password manager@hookline.example --site moved.test.*DEMO=1/,
    )
    expect(text).not.toMatch(/ready/)
    const isPlain = text.includes('other machines reach the server without encryption (HOST=0.0.0.0)')
    expect(isPlain).toBe(environment.HOST !== undefined)
    await place.remove()
  })

  test.each<Record<string, string>>([
    { HOST: '127.0.0.1', DEMO: '0' },
    { BEHIND_PROXY: '1', DEMO: '1' },
  ])('starts with %j', async (environment) => {
    const place = await demo.copy()
    const server = startServer({ ...place.environment, ...environment })
    expect((await fetch(`${await server.address()}/api/ready`)).status).toBe(200)
    server.kill('SIGTERM')
    await server.ended
    await place.remove()
  })
})
