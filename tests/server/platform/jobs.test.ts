// @module-tag extended
// @module-tag adapter
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createJobQueue } from '#server/platform/jobs/pg-boss-queue.ts'
import {
  type JobAttempt,
  type JobName,
  type ManagedJobQueue,
  RetryLater,
} from '#server/platform/jobs/queue.ts'
import { createLog } from '#server/platform/log.ts'
import { createCountingDatabase } from '#tests/support/counting-database.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { type Interceptor, interceptStatements } from '#tests/support/intercept-statements.ts'
import { listJobStates, runRetriesNow, startJobs } from '#tests/support/jobs.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const jobName: JobName = 'verify-channel'

let db: Database
let jobs: ManagedJobQueue
beforeAll(async () => {
  db = await createOwnDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  jobs = await startJobs(db)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await jobs.close()
  await queryRaw(db, 'delete from jobs.job')
})

/** Records jobs that begin. */
async function startRecordingWorker(
  queue: ManagedJobQueue = jobs,
  work: (id: number, attempt: JobAttempt) => Promise<void> = async () => {},
) {
  const attempts: { id: number; last: boolean }[] = []
  await queue.registerHandler(jobName, async (id, attempt) => {
    attempts.push({ id, last: attempt.isLast })
    await work(id, attempt)
  })
  return attempts
}

const sendJob = (id: number, queue = jobs) => db.transaction((tx) => queue.enqueue(tx, jobName, id))

test('work begins at once when what asks for it is committed, and never when it is not', async () => {
  const begun = await startRecordingWorker()
  await expect(
    db.transaction(async (tx) => {
      await jobs.enqueue(tx, jobName, 1)
      throw new Error('not committed')
    }),
  ).rejects.toThrow('not committed')
  await sendJob(2)
  await expect.poll(() => begun, { timeout: 2_000 }).toEqual([{ id: 2, last: false }])
  await expect.poll(() => listJobStates(db, jobName)).toEqual(['completed'])
})

test('what waits or runs is not asked for twice', async () => {
  const gate = Promise.withResolvers<void>()
  await sendJob(1)
  await sendJob(1)
  const begun = await startRecordingWorker(jobs, () => gate.promise)
  await expect.poll(() => begun.length).toBe(1)
  await sendJob(1)
  await sendJob(2)
  await expect.poll(() => begun.map(({ id }) => id)).toEqual([1, 2])
  gate.resolve()
  await expect.poll(() => listJobStates(db, jobName)).toEqual(['completed', 'completed'])
  await sendJob(1)
  await expect.poll(() => begun.map(({ id }) => id)).toEqual([1, 2, 1])
})

test('what was asked for while the end of the work was near is done', async () => {
  let wanted = 2
  const done: number[] = []
  await jobs.registerHandler(
    jobName,
    async (id) => void done.push(id),
    async () => --wanted > 0,
  )
  await sendJob(7)
  await expect.poll(() => done).toEqual([7, 7])
})

test('a transaction asks nothing of another connection, with nothing known of the queues yet', async () => {
  const watched = createCountingDatabase(db)
  const outer = createCountingDatabase(db)
  const cold = createJobQueue({ ...outer.db, transaction: watched.db.transaction }, createLog('silent'))
  await watched.db.transaction((tx) => cold.enqueue(tx, jobName, 3))
  expect(outer.statements).toBe(0)
  expect(watched.statements).toBeGreaterThan(2)
  expect(await listJobStates(db, jobName)).toEqual(['created'])
})

test('nor while what is known of the queues is asked anew', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  const other = await startJobs(db)
  const refresh = timers.mock.calls.find(([, ms]) => ms === 86_400_000)?.[0] as () => Promise<void>
  let refreshed: Promise<void> | undefined
  await db.transaction(async (tx) => {
    refreshed = refresh()
    await other.enqueue(tx, jobName, 4)
  })
  await refreshed
  expect(await listJobStates(db, jobName)).toEqual(['created'])
  await other.close()
})

test.each([
  ['verify-channel', 4],
  ['find-channel', 6],
] as const)('of %s there are %i attempts, the last of which knows it', async (of, most) => {
  const lasts: boolean[] = []
  await jobs.registerHandler(of, async (_, { isLast }) => {
    lasts.push(isLast)
    throw lasts.length % 2 ? new RetryLater() : new Error('a bug')
  })
  await db.transaction((tx) => jobs.enqueue(tx, of, 1))
  for (let attempt = 1; attempt <= most; attempt++) {
    await expect.poll(() => lasts.length).toBe(attempt)
    await expect.poll(() => listJobStates(db, of)).toEqual([attempt < most ? 'retry' : 'failed'])
    await runRetriesNow(db, jobs, of)
  }
  await pause(300)
  expect(lasts).toEqual([...Array(most - 1).fill(false), true])
})

test('an attempt that fails never completes the next one', async () => {
  const delayCompletion: Interceptor = async (text, run) => {
    if (/completed_on = now\(\),\s+state = 'completed'/.test(text)) await pause(300)
    return run()
  }
  const slow = await startJobs({ ...db, ...interceptStatements(db, delayCompletion) })
  let attempts = 0
  await slow.registerHandler(jobName, async () => {
    attempts++
    // Other attempts follow quickly, and outlast a completion.
    if (attempts > 1) await pause(500)
    throw new RetryLater(0)
  })
  await sendJob(1)
  await expect.poll(() => listJobStates(db, jobName)).toEqual(['failed'])
  expect(attempts).toBe(4)
  await slow.close()
})

test('pauses grow, or are as long as the work says', async () => {
  const seconds: number[] = []
  await startRecordingWorker(jobs, async (id) => {
    throw new RetryLater(id === 2 ? 3_600 : undefined)
  })
  for (const id of [1, 2]) {
    await sendJob(id)
    await expect.poll(async () => (await listJobStates(db, jobName)).at(-1)).toBe('retry')
    const [row] = await queryRaw<{ seconds: number }>(
      db,
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
  const begun = await startRecordingWorker(other, (id, { signal }) =>
    id === 1
      ? gate.promise
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await sendJob(1, other)
  await sendJob(2, other)
  await expect.poll(() => begun.length).toBe(2)
  const closing = other.close()
  setTimeout(gate.resolve, 500)
  await closing
  expect(await listJobStates(db, jobName)).toEqual(['completed', 'retry'])
  const again = await startRecordingWorker()
  jobs.wake(jobName)
  await expect.poll(() => again, { timeout: 3_000 }).toEqual([{ id: 2, last: false }])
})

test('work that ignores the end is given back', async () => {
  const other = await startJobs(db)
  const gate = Promise.withResolvers<void>()
  const begun = await startRecordingWorker(other, () => gate.promise)
  await sendJob(1, other)
  await expect.poll(() => begun.length).toBe(1)
  await other.close()
  expect(await listJobStates(db, jobName)).toEqual(['retry'])
  gate.resolve()
})

test('what was lost is asked for again, what is there is not', async () => {
  const begun = await startRecordingWorker()
  await sendJob(1)
  await expect.poll(() => begun.length).toBe(1)
  await jobs.enqueueMissing(jobName, [2, 3])
  await jobs.enqueueMissing(jobName, [])
  await expect.poll(() => begun.map(({ id }) => id).sort()).toEqual([1, 2, 3])
})

test.skipIf(postgresUrl)('at rest nothing is asked of the embedded database', async () => {
  const watched = createCountingDatabase(db)
  const resting = await startJobs(watched.db)
  await startRecordingWorker(resting)
  await pause(500)
  const before = watched.statements
  await pause(2_200)
  expect(watched.statements - before).toBe(0)
  await resting.close()
})

test.skipIf(postgresUrl)(
  'what a process had begun on the embedded database is taken up at the next start',
  async () => {
    const dead = await startJobs(db)
    const gate = Promise.withResolvers<void>()
    await startRecordingWorker(dead, () => gate.promise)
    await sendJob(5)
    await expect.poll(() => listJobStates(db, jobName)).toEqual(['active'])
    const next = createJobQueue(db, createLog('silent'))
    const begun = await startRecordingWorker(next)
    await next.start()
    await expect.poll(() => begun, { timeout: 2_000 }).toEqual([{ id: 5, last: false }])
    await next.close()
    gate.resolve()
    await dead.close()
  },
)

test.skipIf(!postgresUrl)(
  'at rest one worker looks up jobs every ten seconds; what nobody tells of is found all the same',
  async () => {
    const watched = createCountingDatabase(db)
    let fetched = 0
    watched.afterQuery = async (text) => {
      if (/skip locked/i.test(text)) fetched++
    }
    const resting = await startJobs(watched.db)
    const begun = await startRecordingWorker(resting)
    await pause(1_000)
    const before = fetched
    await pause(12_000)
    expect(fetched - before).toBeLessThanOrEqual(2)
    await queryRaw(
      db,
      `insert into jobs.job (name, data, singleton_key, policy, retry_limit)
      values ($1, '{"id": 9}', '9', 'exclusive', 3)`,
      [jobName],
    )
    await expect.poll(() => begun, { timeout: 14_000 }).toEqual([{ id: 9, last: false }])
    await resting.close()
  },
)

test.skipIf(!postgresUrl)('of two instances one does the work, and hears of it at once', async () => {
  const [row] = await queryRaw<{ name: string }>(db, 'select current_database() as name')
  const address = new URL(postgresUrl ?? '')
  address.pathname = `/${row?.name}`
  const elsewhere = await openDatabase({ databaseUrl: address.href, dataDir: '' })
  const other = await startJobs(elsewhere)
  const done: number[] = []
  for (const instance of [jobs, other]) {
    await instance.registerHandler(jobName, async (id) => {
      await pause(5)
      done.push(id)
    })
  }
  const ids = Array.from({ length: 60 }, (_, at) => at)
  await Promise.all(ids.map((id) => sendJob(id)))
  await expect.poll(() => done.length, { timeout: 9_000 }).toBe(60)
  await pause(300)
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
  await other.close()
  await elsewhere.close()
})
