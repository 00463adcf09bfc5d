import { setTimeout as pause } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { changesChannel } from '#server/db/change-feed.ts'
import { type Database, isUnreachable, type Queryable } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'
import type { Log } from '#server/log.ts'
import { PgBossDatabase } from './pg-boss-database.ts'
import { defaultRetryDelaySeconds, getQueueSettings, jobNames, jobPolicies } from './policies.ts'
import { type JobHandler, type JobName, type ManagedJobQueue, RetryLater } from './queue.ts'

interface JobRegistration {
  handle: JobHandler
  isRequestedAgain: (id: number) => Promise<boolean>
}

type Job = JobWithMetadata<{ id: number }>

const jobChangePrefix = 'jobs '
/** Hardly ever: what waits is told of, and found by who supervises. */
const pollingIntervalSeconds = 120
/** Of a database of its own no other process takes work. */
const superviseIntervalMs = { pglite: 600_000, postgres: 10_000 }
const shutdownGraceMs = 3_000
const abortGraceMs = 1_000
const handlerGraceMs = 5_000
const hourMs = 3_600_000
const daySeconds = 86_400

export const createJobQueue = (db: Database, log: Log): ManagedJobQueue => new PgBossQueue(db, log)

class PgBossQueue implements ManagedJobQueue {
  readonly #db: Database
  readonly #log: Log
  readonly #boss: PgBoss
  readonly #database: PgBossDatabase
  readonly #registrations = new Map<JobName, JobRegistration>()
  readonly #shutdown = new AbortController()
  #isStarted = false
  #isClosing = false
  #stopListening = () => {}
  #supervisor: NodeJS.Timeout | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
    this.#database = new PgBossDatabase(db)
    this.#boss = new PgBoss({
      db: this.#database,
      backend: db.engine,
      schema: 'jobs',
      schedule: false,
      // Done here at a slower pace, and of its duties only those that are needed.
      supervise: false,
      // Shorter than the pace, or every second look would come too early.
      monitorIntervalSeconds: superviseIntervalMs[db.engine] / 2_000,
      maintenanceIntervalSeconds: hourMs / 1000,
      monitorVacuum: false,
      queueCacheIntervalSeconds: daySeconds,
      bamIntervalSeconds: daySeconds,
    })
    this.#boss.on('error', (error) => this.#logError(error))
    this.#boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the background work'))
  }

  async start(): Promise<void> {
    // Several instances that begin at once would make the same tables.
    await withLockRetry(this.#db, 'jobs', async () => {
      await this.#boss.start()
      await this.#prepareQueues()
    })
    if (this.#db.engine === 'pglite') await this.#requeueActiveJobs()
    this.#isStarted = true
    for (const name of this.#registrations.keys()) await this.#startWorkers(name)
    this.#stopListening = this.#db.listen({
      onConnect: () => this.#wakeAll(),
      onDisconnect: () => {},
      onChange: (kind) => {
        const name = jobNames.find((one) => kind === jobChangePrefix + one)
        if (name) this.wake(name)
      },
    })
    this.#supervisor = setInterval(() => void this.#supervise(), superviseIntervalMs[this.#db.engine])
    this.#supervisor.unref()
  }

  async enqueue(tx: Queryable, name: JobName, id: number): Promise<void> {
    await this.#database.withTransaction(tx, () =>
      this.#boss.send(name, { id }, { singletonKey: String(id) }),
    )
    await tx.query('select pg_notify($1, $2)', [changesChannel, jobChangePrefix + name])
  }

  wake(name: JobName): void {
    for (const worker of this.#boss.getWipData()) {
      if (worker.name === name) this.#boss.notifyWorker(worker.id)
    }
  }

  async registerHandler(
    name: JobName,
    handle: JobHandler,
    isRequestedAgain: JobRegistration['isRequestedAgain'] = async () => false,
  ): Promise<void> {
    this.#registrations.set(name, { handle, isRequestedAgain })
    if (this.#isStarted) await this.#startWorkers(name)
  }

  async enqueueMissing(name: JobName, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const jobs = ids.map((id) => ({ data: { id }, singletonKey: String(id) }))
    const made = await this.#boss.insert(name, jobs, { returnId: true })
    if (made?.length) this.wake(name)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#supervisor)
    this.#stopListening()
    const idle = Promise.all(jobNames.map((name) => this.#boss.offWork(name)))
    await Promise.race([idle, pause(shutdownGraceMs, undefined, { ref: false })])
    this.#shutdown.abort(new RetryLater(0))
    await Promise.race([idle, pause(abortGraceMs, undefined, { ref: false })])
    await this.#boss.stop({ graceful: false })
  }

  async #prepareQueues(): Promise<void> {
    const there = await this.#boss.getQueues([...jobNames])
    for (const name of jobNames) {
      const { policy, ...settings } = getQueueSettings(name, this.#db.engine)
      const queue = there.find((one) => one.name === name)
      if (!queue) await this.#boss.createQueue(name, { policy, ...settings })
      else if (Object.entries(settings).some(([key, value]) => queue[key as keyof typeof queue] !== value))
        await this.#boss.updateQueue(name, settings)
    }
  }

  /** What an earlier process had begun: while this one has the database nobody else is at it. */
  async #requeueActiveJobs(): Promise<void> {
    for (const name of jobNames) {
      for (const { id, state, startAfter } of await this.#boss.findJobs(name)) {
        if (state === 'active') await this.#reschedule(name, id, 0, 'the process has ended')
        else if (state === 'retry') this.#wakeAfter(name, Number(new Date(startAfter)) - Date.now())
      }
    }
  }

  async #startWorkers(name: JobName): Promise<void> {
    const options = {
      includeMetadata: true as const,
      localConcurrency: jobPolicies[name].concurrency,
      pollingIntervalSeconds: pollingIntervalSeconds,
    }
    await this.#boss.work<{ id: number }>(name, options, async (jobs) => {
      // Where there was work there may be more: for this one when it is done, for the others now.
      this.wake(name)
      for (const job of jobs) await this.#runAttempt(name, job as Job)
    })
  }

  async #runAttempt(name: JobName, job: Job): Promise<void> {
    const { handle, isRequestedAgain } = this.#registrations.get(name) as JobRegistration
    const { id } = job.data
    const signal = AbortSignal.any([
      this.#shutdown.signal,
      AbortSignal.timeout(jobPolicies[name].timeoutSeconds * 1000),
    ])
    try {
      const attempt = { signal, isLast: job.retryCount >= job.retryLimit }
      await Promise.race([handle(id, attempt), rejectAfterAbort(signal)])
    } catch (error) {
      return this.#handleFailure(name, job, error)
    }
    await this.#boss.complete(name, job.id)
    if (await isRequestedAgain(id)) await this.enqueueMissing(name, [id])
  }

  async #handleFailure(name: JobName, job: Job, error: unknown): Promise<void> {
    const { id } = job.data
    if (!(error instanceof RetryLater))
      this.#log.error({ job: name, id, err: error }, 'an attempt has failed')
    const usual = jobPolicies[name].retryDelaysSeconds[job.retryCount] ?? 0
    const seconds = error instanceof RetryLater ? (error.seconds ?? usual) : usual
    await this.#reschedule(name, job.id, seconds, error instanceof Error ? error.name : typeof error)
    this.#wakeAfter(name, seconds * 1000)
  }

  /** Longer than an hour nobody waits for a nudge; the next look is as good. */
  #wakeAfter(name: JobName, ms: number): void {
    setTimeout(() => this.wake(name), Math.min(Math.max(ms, 0) + 20, hourMs)).unref()
  }

  async #reschedule(name: JobName, jobId: string, seconds: number, why: string): Promise<void> {
    await this.#boss.fail(name, jobId, { why })
    await this.#boss.update(name, undefined, { id: jobId, startAfter: seconds })
  }

  /** Gives back what dead instances had begun, and removes what was done long ago. */
  async #supervise(): Promise<void> {
    try {
      await this.#boss.supervise(undefined, { reindex: false })
      for (const { name } of await this.#listDueJobs()) this.#wakeAfter(name, defaultRetryDelaySeconds * 1000)
    } catch (error) {
      this.#logError(error as Error)
    }
  }

  /** What waits, whoever has left it there, or does as soon as it may be tried again. */
  #listDueJobs(): Promise<{ name: JobName }[]> {
    return this.#db.query<{ name: JobName }>(
      `select distinct name
      from jobs.job
      where name = any($1)
        and state in ('created', 'retry')
        and start_after <= now() + make_interval(secs => $2)`,
      [jobNames, defaultRetryDelaySeconds],
    )
  }

  #wakeAll(): void {
    for (const name of jobNames) this.wake(name)
  }

  #logError(error: Error): void {
    if (this.#isClosing) return
    // What comes by the library's events is no error itself, and holds parts of one.
    const { code } = error as { code?: string }
    const err = error instanceof Error ? error : Object.assign(new Error((error as Error).message), { code })
    this.#log[isUnreachable(err) ? 'warn' : 'error']({ err }, 'the background work cannot go on')
  }
}

/** Leaves an attempt that is aborted a moment to end by itself. */
const rejectAfterAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), handlerGraceMs).unref()
    signal.addEventListener('abort', onAbort, { once: true })
  })
