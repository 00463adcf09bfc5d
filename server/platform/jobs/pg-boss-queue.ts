import { setTimeout as pause } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { PgBossDatabase } from '#server/platform/db/adapters/pg-boss-database.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import { type Database, isUnreachable, type Queryable } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { countJobAttempt } from './metrics.ts'
import { defaultRetryDelaySeconds, getQueueSettings, jobPolicies } from './policies.ts'
import { type JobHandler, type JobName, jobNames, type ManagedJobQueue, RetryLater } from './queue.ts'

interface JobRegistration {
  handle: JobHandler
  isRequestedAgain: (id: number) => Promise<boolean>
}

const DueJobRow = z.object({ name: z.enum(jobNames) })

type Job = JobWithMetadata<{ id: number }>

const jobChangePrefix = 'jobs '
/** Fallback: notifications and the supervisor wake the workers. */
const pollingIntervalSeconds = 120
/** No other process takes jobs from an embedded database. */
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
      // This class calls `supervise` itself, less often and without unneeded maintenance.
      supervise: false,
      // Shorter than our interval, or every second call would be skipped.
      monitorIntervalSeconds: superviseIntervalMs[db.engine] / 2_000,
      maintenanceIntervalSeconds: hourMs / 1000,
      monitorVacuum: false,
      queueCacheIntervalSeconds: daySeconds,
      bamIntervalSeconds: daySeconds,
    })
    this.#boss.on('error', (error) => this.#logError(error))
    this.#boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warning'))
  }

  async start(): Promise<void> {
    // Instances starting at the same time would create the same tables.
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
    await tx.execute(sql`select pg_notify(${changesChannel}, ${jobChangePrefix + name})`)
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
    const insertedIds = await this.#boss.insert(name, jobs, { returnId: true })
    if (insertedIds?.length) this.wake(name)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#supervisor)
    this.#stopListening()
    const workersStopped = Promise.all(jobNames.map((name) => this.#boss.offWork(name)))
    await Promise.race([workersStopped, pause(shutdownGraceMs, undefined, { ref: false })])
    this.#shutdown.abort(new RetryLater(0))
    await Promise.race([workersStopped, pause(abortGraceMs, undefined, { ref: false })])
    await this.#boss.stop({ graceful: false })
  }

  async #prepareQueues(): Promise<void> {
    const existingQueues = await this.#boss.getQueues([...jobNames])
    for (const name of jobNames) {
      const { policy, ...settings } = getQueueSettings(name, this.#db.engine)
      const queue = existingQueues.find((one) => one.name === name)
      if (!queue) await this.#boss.createQueue(name, { policy, ...settings })
      else if (Object.entries(settings).some(([key, value]) => queue[key as keyof typeof queue] !== value))
        await this.#boss.updateQueue(name, settings)
    }
  }

  /** Crash recovery for an embedded database, where no other process can be running a job. */
  async #requeueActiveJobs(): Promise<void> {
    for (const name of jobNames) {
      for (const { id, state, startAfter } of await this.#boss.findJobs(name)) {
        if (state === 'active') await this.#reschedule(name, id, 0, 'process ended')
        else if (state === 'retry') this.#wakeAfter(name, Number(new Date(startAfter)) - Date.now())
      }
    }
  }

  async #startWorkers(name: JobName): Promise<void> {
    const options = {
      includeMetadata: true as const,
      localConcurrency: jobPolicies[name].concurrency,
      pollingIntervalSeconds,
    }
    await this.#boss.work<{ id: number }>(name, options, async (jobs) => {
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
    // Should this process die, the next attempt must not wait as long as this one did.
    if (job.retryCount > 0) await this.#setRetryDelay(job, defaultRetryDelaySeconds)
    try {
      const attempt = { signal, isLast: job.retryCount >= job.retryLimit }
      await Promise.race([handle(id, attempt), rejectAfterAbort(signal)])
    } catch (error) {
      throw await this.#prepareRetry(name, job, error)
    }
    await this.#boss.complete(name, job.id)
    countJobAttempt(name, 'completed')
    if (await isRequestedAgain(id)) await this.enqueueMissing(name, [id])
  }

  /**
   * Sets the delay before the next attempt and returns what to throw: pg-boss fails a job whose handler throws. If it
   * returned, pg-boss would complete the job, which may be in its next attempt by then.
   */
  async #prepareRetry(name: JobName, job: Job, error: unknown): Promise<Error> {
    const { id } = job.data
    countJobAttempt(name, error instanceof RetryLater ? 'postponed' : 'failed')
    if (!(error instanceof RetryLater)) this.#log.error({ job: name, id, err: error }, 'job attempt failed')
    const defaultSeconds = jobPolicies[name].retryDelaysSeconds[job.retryCount] ?? 0
    const seconds = error instanceof RetryLater ? (error.seconds ?? defaultSeconds) : defaultSeconds
    await this.#setRetryDelay(job, seconds)
    // Notified before pg-boss has failed the job, this worker fetches again afterwards.
    if (seconds === 0) this.wake(name)
    else this.#wakeAfter(name, seconds * 1000)
    return new Error(error instanceof Error ? error.name : typeof error)
  }

  async #setRetryDelay({ name, id }: Job, seconds: number): Promise<void> {
    await this.#db.execute(
      sql`update jobs.job set retry_delay = ${Math.ceil(seconds)} where name = ${name} and id = ${id}`,
    )
  }

  /** Capped at an hour: fallback polling covers longer delays. */
  #wakeAfter(name: JobName, ms: number): void {
    setTimeout(() => this.wake(name), Math.min(Math.max(ms, 0) + 20, hourMs)).unref()
  }

  async #reschedule(name: JobName, jobId: string, seconds: number, reason: string): Promise<void> {
    await this.#boss.fail(name, jobId, { reason })
    await this.#boss.update(name, undefined, { id: jobId, startAfter: seconds })
  }

  async #supervise(): Promise<void> {
    try {
      await this.#boss.supervise(undefined, { reindex: false })
      for (const { name } of await this.#listDueJobs()) this.#wakeAfter(name, defaultRetryDelaySeconds * 1000)
    } catch (error) {
      this.#logError(error as Error)
    }
  }

  /** Includes jobs due after the default retry delay. */
  #listDueJobs(): Promise<z.output<typeof DueJobRow>[]> {
    return this.#db.query(
      DueJobRow,
      sql`select distinct name
      from jobs.job
      where name = any(${jobNames}::text[])
        and state in ('created', 'retry')
        and start_after <= now() + make_interval(secs => ${defaultRetryDelaySeconds})`,
    )
  }

  #wakeAll(): void {
    for (const name of jobNames) this.wake(name)
  }

  #logError(error: Error): void {
    if (this.#isClosing) return
    // pg-boss events carry a plain object instead of an Error.
    const { code } = error as { code?: string }
    const err = error instanceof Error ? error : Object.assign(new Error((error as Error).message), { code })
    this.#log[isUnreachable(err) ? 'warn' : 'error']({ err }, 'job queue failed')
  }
}

/** Gives an aborted attempt time to stop on its own. */
const rejectAfterAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), handlerGraceMs).unref()
    signal.addEventListener('abort', onAbort, { once: true })
  })
