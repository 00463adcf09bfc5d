import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#contract/people/member-management.ts'
import { listMembers } from '#contract/people/members.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { createAccount, createSite, findPerson, setPasswordHash } from '#tests/support/accounts.ts'
import { citusUrl, postgresUrl } from '#tests/support/postgres-database.ts'
import { prepareProcessDatabase } from '#tests/support/process-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote, signInToDemo } from '#tests/support/remote-api.ts'
import { startServer } from '#tests/support/server-process.ts'

const isPostgres = postgresUrl !== undefined && citusUrl === undefined
const role = `hookline_server_${randomBytes(4).toString('hex')}`

/** Reads the documentation's statements, which run in the database. */
async function readGrants(): Promise<string> {
  const text = await readFile(new URL('../../docs/operating/start/database-role.md', import.meta.url), 'utf8')
  const block = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)[1] ?? ''
  expect(block).toMatch(/^grant usage on schema/)
  return block.replaceAll('hookline_server', role)
}

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  template = await prepareProcessDatabase(async (db) => {
    const email = 'manager@hookline.example'
    await createAccount(db, await createSite(db, 'localhost'), email)
    const id = await findPerson(db, email, 'localhost')
    await setPasswordHash(db, id, await hashPassword('hookline-demo'))
  })
})
afterAll(() => template.remove())

test.runIf(isPostgres)(
  'a role that cannot change the schema serves requests, and migrates nothing',
  async () => {
    const place = await template.copy()
    const first = startServer(place.environment)
    await first.address()
    first.kill('SIGTERM')
    await first.ended
    const db = await place.open()
    await execRaw(db, `create role ${role} login password '${role}'`)
    await execRaw(db, await readGrants())
    const url = new URL(place.environment.DATABASE_URL ?? '')
    Object.assign(url, { username: role, password: role })
    const environment = { ...place.environment, DATABASE_URL: url.href }

    const server = startServer(environment)
    const origin = await server.address()
    const token = await signInToDemo(origin)
    const body = { user_id: 'new@hookline.example', nickname: 'new' }
    await callRemote(origin, addMember, { token, body })
    expect((await callRemote(origin, listMembers, { token })).members).toHaveLength(1)
    server.kill('SIGTERM')
    const { status, text } = await server.ended
    expect(status).toBe(0)
    expect(text).not.toMatch(/"level":[56]0|permission denied/)

    const restricted = await openDatabase({ databaseUrl: url.href, dataDir: '' })
    for (const statement of ['create table x ()', 'drop table accounts', 'truncate audit_log'])
      await expect(execRaw(restricted, statement)).rejects.toMatchObject({
        code: expect.stringMatching(/^42/),
      })
    await restricted.close()

    await queryRaw(db, `update repeatable_scripts set sha256 = 'older' where name = 'money.sql'`)
    const outdated = await startServer(environment).ended
    expect(outdated.status).toBe(1)
    expect(outdated.text).toMatch(/role of DATABASE_URL may not change the schema/)

    await execRaw(db, `drop owned by ${role}; drop role ${role}`)
    await db.close()
    await place.remove()
  },
)
