// @module-tag adapter
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listChannels } from '#contract/channels/channels.ts'
import { login } from '#contract/people/auth.ts'
import { listMembers } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import { citusUrl } from '#tests/support/postgres-database.ts'
import { createEmptyProcessDatabase, type ProcessDatabase } from '#tests/support/process-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { requireToken } from '#tests/support/require-token.ts'
import { startServer } from '#tests/support/server-process.ts'

const firstEdition = new URL('../fixtures/first-edition.sql', import.meta.url)
const main = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

const password = 'as it was before'
/** A browser has been signed in with this token for ten days. */
const sessionToken = 'B'.repeat(43)
const dayMs = 86_400_000

// server/migrations tests which rows an upgrade keeps, and that its schema equals that of a new database.
describe.skipIf(citusUrl)('an installation of the first edition, after a start of this version', () => {
  let place: ProcessDatabase
  let environment: Record<string, string>
  let origin: string
  let refusal: { status: number | null; text: string }
  const ends: (() => void)[] = []

  beforeAll(async () => {
    place = await createEmptyProcessDatabase()
    const db = await place.open()
    await execRaw(db, await readFile(firstEdition, 'utf8'))
    await queryRaw(db, 'update accounts set password_hash = $1', [await hashPassword(password)])
    await queryRaw(
      db,
      `insert into sessions (token_hash, account_id, created_at, expires_at)
      values ($1, 1, now() - interval '10 days', now() + interval '20 days')`,
      [createHash('sha256').update(sessionToken).digest()],
    )
    await db.close()
    environment = { DATABASE_URL: '', ...place.environment }
    refusal = await runOperator('site', 'list')
    origin = await startServer(environment, (end) => ends.push(end)).address()
  })
  afterAll(async () => {
    for (const end of ends) end()
    await place.remove()
  })

  const signIn = async (email: string, domain: string) =>
    requireToken(await callRemote(origin, login, { body: { id: email, password }, domain }))

  test.each([
    ['boss@example.test', 'example.test', 1],
    ['member@example.test', 'example.test', 0],
    ['solo@play.test', 'play.test', 0],
  ])('signs %s in with the old password, without asking for anything new', async (email, domain, flag) => {
    const { user } = await callRemote(origin, readMe, { token: await signIn(email, domain), domain })
    expect(user).toMatchObject({
      email,
      permission_flag: flag,
      unconfirmed: false,
      awaits_approval: false,
      settings: { second_factor_needed: false },
    })
  })

  test('goes on with sessions, figures, members and channels', async () => {
    const caller = { token: sessionToken, domain: 'example.test' }
    expect((await callRemote(origin, readMe, caller)).user.email).toBe('boss@example.test')
    const { report } = await callRemote(origin, readDashboard, { ...caller, query: { period: 'month' } })
    expect(report?.totals).toMatchObject({ views: 6_000, grossProfit: 10_218_882, netProfit: null })
    const { members } = await callRemote(origin, listMembers, caller)
    expect(members).toMatchObject([{ user_id: 'member@example.test', state: 'unconfirmed', fee_rate: 12.5 }])
    const { channels } = await callRemote(origin, listChannels, caller)
    expect(
      channels
        .toSorted((a, b) => a.id - b.id)
        .map(({ channelId, approval, verification }) => ({ channelId, approval, verification })),
    ).toEqual([
      { channelId: 'UC1', approval: 2, verification: 'verified' },
      { channelId: 'UC3', approval: 0, verification: 'pending' },
    ])
  })

  test('had been refused to commands, which do not upgrade', () => {
    expect(refusal).toEqual({
      status: 2,
      text: expect.stringMatching(/lacks migrations .*start a server of this version/),
    })
  })

  test('leaves two weeks for channels that are not verified, and names them and unconfirmed people in doctor', async () => {
    const readDeadline = async () => {
      const caller = { token: sessionToken, domain: 'example.test' }
      const { channels } = await callRemote(origin, listChannels, caller)
      return channels.find(({ channelId }) => channelId === 'UC3')?.expiresAt ?? ''
    }
    await expect.poll(readDeadline).not.toBe('')
    const deadline = await readDeadline()
    expect((Date.parse(deadline) - Date.now()) / dayMs).toBeCloseTo(14, 1)
    // The command exits with 1, because unconfirmed managers are a warning.
    const { text: report } = await runOperator('doctor')
    expect(report).toContain('3 of 3 accounts have not confirmed their address, among them 1 manager')
    expect(report).toContain(`1 registration will end unless verified, the first on ${deadline.slice(0, 10)}`)
    expect(report).toContain('every migration is applied')
    expect(report).not.toContain('the check failed')
  })

  const runOperator = (...args: string[]) =>
    new Promise<typeof refusal>((resolve) => {
      const env = { ...process.env, ...environment }
      const child = execFile(node, [main, ...args], { env }, (_, stdout, stderr) =>
        resolve({ status: child.exitCode, text: `${stdout}${stderr}` }),
      )
    })
})
