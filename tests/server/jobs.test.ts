import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { openJobs } from '#server/job-bench.ts'
import { type Attempt, type JobName, Later, type OpenJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { counting } from '#tests/support/counting.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { serverUrl } from '#tests/support/server-database.ts'
import { hurry, startJobs, statesOf } from '#tests/support/working.ts'

const name: JobName = 'verify-channel'

let db: Database
let jobs: OpenJobs
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  jobs = await startJobs(db)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await jobs.close()
  await db.query('delete from jobs.job')
})

/** Notes what is begun. */
async function noting(
  of: OpenJobs = jobs,
  work: (id: number, attempt: Attempt) => Promise<void> = async () => {},
) {
  const begun: { id: number; last: boolean }[] = []
  await of.work(name, async (id, attempt) => {
    begun.push({ id, last: attempt.last })
    await work(id, attempt)
  })
  return begun
}

const send = (id: number, of = jobs) => db.transaction((tx) => of.send(tx, name, id))

test('work begins at once when what asks for it is committed, and never when it is not', async () => {
  const begun = await noting()
  await expect(
    db.transaction(async (tx) => {
      await jobs.send(tx, name, 1)
      throw new Error('not committed')
    }),
  ).rejects.toThrow('not committed')
  await send(2)
  await expect.poll(() => begun, { timeout: 2_000 }).toEqual([{ id: 2, last: false }])
  await expect.poll(() => statesOf(db, name)).toEqual(['completed'])
})

test('what waits or runs is not asked for twice', async () => {
  const gate = Promise.withResolvers<void>()
  await send(1)
  await send(1)
  const begun = await noting(jobs, () => gate.promise)
  await expect.poll(() => begun.length).toBe(1)
  await send(1)
  await send(2)
  await expect.poll(() => begun.map(({ id }) => id)).toEqual([1, 2])
  gate.resolve()
  await expect.poll(() => statesOf(db, name)).toEqual(['completed', 'completed'])
  await send(1)
  await expect.poll(() => begun.map(({ id }) => id)).toEqual([1, 2, 1])
})

test('what was asked for while the end of the work was near is done', async () => {
  let wanted = 2
  const done: number[] = []
  await jobs.work(
    name,
    async (id) => void done.push(id),
    async () => --wanted > 0,
  )
  await send(7)
  await expect.poll(() => done).toEqual([7, 7])
})

test('a transaction asks nothing of another connection, with nothing known of the queues yet', async () => {
  const watched = counting(db)
  const outer = vi.fn(db.query) as Database['query']
  const cold = openJobs({ ...watched.db, query: outer }, createLog('silent'))
  await watched.db.transaction((tx) => cold.send(tx, name, 3))
  expect(outer).not.toHaveBeenCalled()
  expect(watched.statements).toBeGreaterThan(2)
  expect(await statesOf(db, name)).toEqual(['created'])
})

test('nor while what is known of the queues is asked anew', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const other = await startJobs(db)
  const refresh = timers.mock.calls.find(([, ms]) => ms === 86_400_000)?.[0] as () => Promise<void>
  let refreshed: Promise<void> | undefined
  await db.transaction(async (tx) => {
    refreshed = refresh()
    await other.send(tx, name, 4)
  })
  await refreshed
  expect(await statesOf(db, name)).toEqual(['created'])
  await other.close()
})

test.each([
  ['verify-channel', 4],
  ['find-channel', 6],
] as const)('of %s there are %i attempts, the last of which knows it', async (of, most) => {
  const lasts: boolean[] = []
  await jobs.work(of, async (_, { last }) => {
    lasts.push(last)
    throw lasts.length % 2 ? new Later() : new Error('a bug')
  })
  await db.transaction((tx) => jobs.send(tx, of, 1))
  for (let attempt = 1; attempt <= most; attempt++) {
    await expect.poll(() => lasts.length).toBe(attempt)
    await expect.poll(() => statesOf(db, of)).toEqual([attempt < most ? 'retry' : 'failed'])
    await hurry(db, jobs, of)
  }
  await pause(300)
  expect(lasts).toEqual([...Array(most - 1).fill(false), true])
})

test('pauses grow, or are as long as the work says', async () => {
  const seconds: number[] = []
  await noting(jobs, async (id) => {
    throw new Later(id === 2 ? 3_600 : undefined)
  })
  for (const id of [1, 2]) {
    await send(id)
    await expect.poll(async () => (await statesOf(db, name)).at(-1)).toBe('retry')
    const [row] = await db.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::integer as seconds
      from jobs.job
      where singleton_key = $1`,
      [String(id)],
    )
    seconds.push(row?.seconds ?? 0)
  }
  expect(seconds[0]).toBeGreaterThan(2)
  expect(seconds[0]).toBeLessThan(7)
  expect(seconds[1]).toBeGreaterThan(3_500)
})

test('at the end running work may end, and the rest is given back', async () => {
  const other = await startJobs(db)
  const gate = Promise.withResolvers<void>()
  const begun = await noting(other, (id, { signal }) =>
    id === 1
      ? gate.promise
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await send(1, other)
  await send(2, other)
  await expect.poll(() => begun.length).toBe(2)
  const closing = other.close()
  setTimeout(gate.resolve, 500)
  await closing
  expect(await statesOf(db, name)).toEqual(['completed', 'retry'])
  const again = await noting()
  jobs.nudge(name)
  await expect.poll(() => again, { timeout: 3_000 }).toEqual([{ id: 2, last: false }])
})

test('what was lost is asked for again, what is there is not', async () => {
  const begun = await noting()
  await send(1)
  await expect.poll(() => begun.length).toBe(1)
  await jobs.restore(name, [2, 3])
  await jobs.restore(name, [])
  await expect.poll(() => begun.map(({ id }) => id).sort()).toEqual([1, 2, 3])
})

test.skipIf(serverUrl)('at rest nothing is asked of the embedded database', async () => {
  const watched = counting(db)
  const resting = await startJobs(watched.db)
  await noting(resting)
  await pause(500)
  const before = watched.statements
  await pause(2_200)
  expect(watched.statements - before).toBe(0)
  await resting.close()
})

test.skipIf(serverUrl)(
  'what a process had begun on the embedded database is taken up at the next start',
  async () => {
    const dead = await startJobs(db)
    const gate = Promise.withResolvers<void>()
    await noting(dead, () => gate.promise)
    await send(5)
    await expect.poll(() => statesOf(db, name)).toEqual(['active'])
    const next = openJobs(db, createLog('silent'))
    const begun = await noting(next)
    await next.start()
    await expect.poll(() => begun, { timeout: 2_000 }).toEqual([{ id: 5, last: false }])
    await next.close()
    gate.resolve()
    await dead.close()
  },
)

test.skipIf(!serverUrl)(
  'at rest nothing is looked up by each worker; what nobody tells of is found all the same',
  async () => {
    const watched = counting(db)
    let fetched = 0
    watched.between = async (text) => {
      if (/skip locked/i.test(text)) fetched++
    }
    const resting = await startJobs(watched.db)
    const begun = await noting(resting)
    await pause(1_000)
    const before = fetched
    await pause(12_000)
    expect(fetched - before).toBe(0)
    await db.query(
      `insert into jobs.job (name, data, singleton_key, policy, retry_limit)
      values ($1, '{"id": 9}', '9', 'exclusive', 3)`,
      [name],
    )
    await expect.poll(() => begun, { timeout: 14_000 }).toEqual([{ id: 9, last: false }])
    await resting.close()
  },
)

test.skipIf(!serverUrl)('of two instances one does the work, and hears of it at once', async () => {
  const [row] = await db.query<{ name: string }>('select current_database() as name')
  const address = new URL(serverUrl ?? '')
  address.pathname = `/${row?.name}`
  const elsewhere = await openDatabase({ databaseUrl: address.href, dataDir: '' })
  const other = await startJobs(elsewhere)
  const done: number[] = []
  for (const instance of [jobs, other]) {
    await instance.work(name, async (id) => {
      await pause(5)
      done.push(id)
    })
  }
  const ids = Array.from({ length: 60 }, (_, at) => at)
  await Promise.all(ids.map((id) => send(id)))
  await expect.poll(() => done.length, { timeout: 9_000 }).toBe(60)
  await pause(300)
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
  await other.close()
  await elsewhere.close()
})
