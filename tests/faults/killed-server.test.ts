// @module-tag adapter
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTag } from '#contract/channels/channel-tags.ts'
import { updateAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { addMember, updateMember } from '#contract/people/member-management.ts'
import { readMe } from '#contract/people/session.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { saveView } from '#contract/portal/saved-views.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { setMonthTarget } from '#contract/reports/targets/month-targets.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createSite, findPerson, password } from '#tests/support/accounts.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { startServer } from '#tests/support/server-process.ts'

/** Set `ROUNDS=100` for the long run. */
const rounds = Number(process.env.ROUNDS ?? 2)

interface Write {
  endpoint: Endpoint
  body: (number: number) => object
  isPublic?: boolean
  /** Names or amounts of those that are there; `$1`: the network. */
  find: string
  /** What `find` has to hold after the write was acknowledged. */
  trace?: (number: number) => string
  /** Or at least how much. */
  least?: (numbers: readonly number[]) => number
}

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let place: ProcessDatabase
let token: string
let managerId: number
let memberId: number

beforeAll(async () => {
  template = await prepareProcessDatabase(async (db) => {
    const site = await createSite(db, 'localhost')
    managerId = await createAccount(db, site, 'boss@example.test')
    memberId = await createAccount(db, site, 'member@example.test', managerId)
    token = (await createSession(db, await findPerson(db, 'boss@example.test', 'localhost'), new Date()))
      .token
  })
  place = await template.copy()
})
afterAll(async () => {
  await place.remove()
  await template.remove()
})

/** Who manages the network. */
const people = `select id from accounts where network_id = $1 and 'manager' = any(roles)`

const writes: Record<string, Write> = {
  tag: {
    endpoint: createTag,
    body: (number) => ({ name: `tag ${number}` }),
    find: 'select name as trace from channel_tags where account_id = $1',
    trace: (number) => `tag ${number}`,
  },
  view: {
    endpoint: saveView,
    body: (number) => ({ name: `view ${number}`, path: '/dashboard', query: 'period=latest' }),
    find: `select name as trace from saved_views where account_id in (${people})`,
    trace: (number) => `view ${number}`,
  },
  target: {
    endpoint: setMonthTarget,
    body: (number) => ({
      month: new Date().toISOString().slice(0, 7),
      currency: 'USD',
      amount: (number + 1) * 1_000_000,
      onward: false,
    }),
    find: 'select amount::float8 as trace from month_targets where account_id = $1',
    // One after the other: a write that was under way may have come after the last that was acknowledged.
    least: (numbers) => (Math.max(...numbers) + 1) * 1_000_000,
  },
  fee: {
    endpoint: updateMember,
    body: (number) => ({ target: memberId, fee_rate: number % 100, from: addDays('2010-01-01', number) }),
    find: `select from_day || ' ' || permille as trace
      from fee_rates f
      join accounts a on a.id = f.account_id
      where a.network_id = $1`,
    trace: (number) => `${addDays('2010-01-01', number)} ${(number % 100) * 10}`,
  },
  member: {
    endpoint: addMember,
    body: (number) => ({ user_id: `invited${number}@example.test`, nickname: `invited ${number}` }),
    find: 'select email as trace from accounts where network_id = $1',
    trace: (number) => `invited${number}@example.test`,
  },
  nickname: {
    endpoint: updateAccount,
    body: (number) => ({ nickname: `name ${number}` }),
    find: `select count(*)::integer as trace from audit_log where action = 'updateAccount' and actor_id in (${people})`,
    least: ({ length }) => length,
  },
  join: {
    endpoint: join,
    isPublic: true,
    body: (number) => ({ email: `joined${number}@example.test`, password, nickname: `j${number}` }),
    find: 'select email as trace from accounts where id <> $1',
    trace: (number) => `joined${number}@example.test`,
  },
  'sign-in': {
    endpoint: login,
    isPublic: true,
    body: () => ({ id: 'member@example.test', password }),
    find: `select count(*)::integer as trace from audit_log where action = 'login' and actor_id not in (${people})`,
    least: ({ length }) => length,
  },
}

/** Of all rounds. */
const acknowledged = new Map<string, number[]>(Object.keys(writes).map((kind) => [kind, []]))
let number = 0

const countAcknowledged = () => [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0)

/** One write after the other, until the server is gone. @returns how many were acknowledged */
async function writeAgainAndAgain(origin: string, kind: string, { endpoint, body, isPublic }: Write) {
  let count = 0
  for (;;) {
    const current = number++
    const network = `10.${(current >> 16) % 256}.${(current >> 8) % 256}.${current % 256}`
    try {
      await callRemote(origin, endpoint, {
        body: body(current),
        token: isPublic ? '' : token,
        headers: { 'X-Forwarded-For': network },
      })
    } catch (error) {
      if (error instanceof TypeError) return count
      throw error
    }
    acknowledged.get(kind)?.push(current)
    count += 1
  }
}

async function expectAllWrites(db: Database): Promise<void> {
  for (const [kind, { find, trace, least }] of Object.entries(writes)) {
    const numbers = acknowledged.get(kind) ?? []
    const rows = await queryRaw<{ trace: string | number }>(db, find, [managerId])
    const found = new Set(rows.map((row) => row.trace))
    if (trace)
      expect(
        numbers.map(trace).filter((one) => !found.has(one)),
        kind,
      ).toEqual([])
    else if (least && numbers.length > 0) expect(rows[0]?.trace, kind).toBeGreaterThanOrEqual(least(numbers))
  }
}

/** Limits are not what is tested: an account has so many tags, views and calls. */
async function makeRoom(db: Database): Promise<void> {
  await execRaw(db, 'delete from channel_tags; delete from saved_views; delete from rate_limit_windows')
  for (const kind of ['tag', 'view']) acknowledged.set(kind, [])
}

test(
  `no acknowledged write is lost when the server is killed, in ${rounds} rounds`,
  async () => {
    const counts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = startServer({ ...place.environment, BEHIND_PROXY: '1' })
      const origin = await server.address()
      const writers = Object.entries(writes).map(([kind, write]) => writeAgainAndAgain(origin, kind, write))
      const before = countAcknowledged()
      while (countAcknowledged() === before) await sleep(5)
      await sleep(Math.random() * 900)
      server.kill('SIGKILL')
      await server.ended
      const count = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0)
      expect(count).toBeGreaterThan(0)
      counts.push(count)
      const restarted = startServer(place.environment)
      const { user } = await callRemote(await restarted.address(), readMe, { token })
      expect(user.email).toBe('boss@example.test')
      restarted.kill('SIGTERM')
      await restarted.ended
      const db = await place.open()
      await expectAllWrites(db)
      await makeRoom(db)
      await db.close()
    }
    if (rounds > 2) console.log(`writes acknowledged: ${counts.join(' ')}`)
  },
  rounds * 60_000,
)
