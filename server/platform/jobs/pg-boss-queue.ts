import { setTimeout as pause } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { PgBossDatabase } from '#server/platform/db/adapters/pg-boss-database.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import {
  type Database,
  isUnreachable,
  markDatabaseError,
  type Queryable,
} from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { countJobAttempt } from './metrics.ts'
import { defaultRetryDelaySeconds, getQueueSettings, heartbeatSeconds, jobPolicies } from './policies.ts'
import { type JobHandler, type JobName, jobNames, type ManagedJobQueue, RetryLater } from './queue.ts'
import { Worker } from './worker.ts'

interface JobRegistration {
  handle: JobHandler
  isRequestedAgain: (id: number) => Promise<boolean>
}

type Job = JobWithMetadata<{ id: number }>

const jobChangePrefix = 'jobs '
/** Fallback: notifications and the supervisor wake the workers. */
const pollingIntervalMs = 120_000
/** No other process takes jobs from an embedded database. */
const superviseIntervalMs = { pglite: 600_000, postgres: 10_000 }
const shutdownGraceMs = 3_000
const abortGraceMs = 1_000
const handlerGraceMs = 5_000
/** Until there may be space again. */
const recordRetryMs = 5_000
const hourMs = 3_600_000
const daySeconds = 86_400

export const createJobQueue = (db: Database, log: Log): ManagedJobQueue => new PgBossQueue(db, log)

class PgBossQueue implements ManagedJobQueue {
  readonly #db: Database
  readonly #log: Log
  readonly #boss: PgBoss
  readonly #database: PgBossDatabase
  readonly #registrations = new Map<JobName, JobRegistration>()
  readonly #workers = new Map<JobName, Worker[]>()
  readonly #activeJobs = new Map<string, JobName>()
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
    for (const name of this.#registrations.keys()) this.#startWorkers(name)
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
    for (const worker of this.#workers.get(name) ?? []) worker.wake()
  }

  async registerHandler(
    name: JobName,
    handle: JobHandler,
    isRequestedAgain: JobRegistration['isRequestedAgain'] = async () => false,
  ): Promise<void> {
    this.#registrations.set(name, { handle, isRequestedAgain })
    if (this.#isStarted) this.#startWorkers(name)
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
    const workersStopped = Promise.all([...this.#workers.values()].flat().map((worker) => worker.stop()))
    await Promise.race([workersStopped, pause(shutdownGraceMs, undefined, { ref: false })])
    this.#shutdown.abort(new RetryLater(0))
    await Promise.race([workersStopped, pause(abortGraceMs, undefined, { ref: false })])
    try {
      for (const [id, name] of this.#activeJobs) await this.#boss.fail(name, id, { reason: 'shutdown' })
    } finally {
      await this.#boss.stop({ graceful: false })
    }
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
        if (state === 'active') await this.#failAttempt(name, id, 'process ended', 0)
        else if (state === 'retry') this.#wakeAfter(name, Number(new Date(startAfter)) - Date.now())
      }
    }
  }

  #startWorkers(name: JobName): void {
    const createWorker = () => new Worker(() => this.#takeJob(name), pollingIntervalMs)
    this.#workers.set(name, Array.from({ length: jobPolicies[name].concurrency }, createWorker))
  }

  async #takeJob(name: JobName): Promise<boolean> {
    try {
      const [job] = await this.#boss.fetch<Job['data']>(name, { includeMetadata: true })
      if (!job) return false
      this.#activeJobs.set(job.id, name)
      // Others look for the next one meanwhile.
      this.wake(name)
      const heartbeat = this.#sendHeartbeats(name, job)
      try {
        await this.#runAttempt(name, job)
      } finally {
        clearInterval(heartbeat)
        this.#activeJobs.delete(job.id)
      }
      return true
    } catch (error) {
      this.#logError(error as Error)
      return false
    }
  }

  #sendHeartbeats(name: JobName, { id }: Job): NodeJS.Timeout | undefined {
    if (this.#db.engine === 'pglite') return undefined
    const send = () => this.#boss.touch(name, id).catch((error: Error) => this.#logError(error))
    return setInterval(send, heartbeatSeconds * 500).unref()
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
      await this.#boss.complete(name, job.id)
    } catch (error) {
      // The database may have been closed before the handler noticed.
      return this.#retryLater(name, job, this.#shutdown.signal.aborted ? this.#shutdown.signal.reason : error)
    }
    countJobAttempt(name, 'completed')
    if (await isRequestedAgain(id)) await this.enqueueMissing(name, [id])
  }

  async #retryLater(name: JobName, job: Job, error: unknown): Promise<void> {
    const { id } = job.data
    countJobAttempt(name, error instanceof RetryLater ? 'postponed' : 'failed')
    if (!(error instanceof RetryLater)) this.#log.error({ job: name, id, err: error }, 'job attempt failed')
    const defaultSeconds = jobPolicies[name].retryDelaysSeconds[job.retryCount] ?? 0
    const seconds = error instanceof RetryLater ? (error.seconds ?? defaultSeconds) : defaultSeconds
    await this.#recordFailure(name, job.id, error instanceof Error ? error.name : typeof error, seconds)
    if (seconds > 0) this.#wakeAfter(name, seconds * 1000)
  }

  /**
   * Without heartbeats, a job whose failure cannot be recorded, such as on a full disk, would count as active until it expires:
   * the embedded database tries again until it can.
   */
  async #recordFailure(name: JobName, jobId: string, reason: string, seconds: number): Promise<void> {
    for (;;) {
      try {
        return await this.#failAttempt(name, jobId, reason, seconds)
      } catch (error) {
        if (this.#db.engine === 'postgres') throw error
        this.#logError(error as Error)
        await pause(recordRetryMs, undefined, { ref: false, signal: this.#shutdown.signal })
      }
    }
  }

  /** The transaction keeps other instances from beginning the next attempt before its time. */
  async #failAttempt(name: JobName, jobId: string, reason: string, seconds: number): Promise<void> {
    await this.#db.transaction((tx) =>
      this.#database.withTransaction(tx, async () => {
        await this.#boss.fail(name, jobId, { reason })
        await this.#boss.update(name, undefined, { id: jobId, startAfter: Math.ceil(seconds) })
      }),
    )
  }

  /** Capped at an hour: fallback polling covers longer delays. */
  #wakeAfter(name: JobName, ms: number): void {
    setTimeout(() => this.wake(name), Math.min(Math.max(ms, 0) + 20, hourMs)).unref()
  }

  async #supervise(): Promise<void> {
    try {
      await this.#boss.supervise(undefined, { reindex: false })
      // Jobs of dead instances are due after the default delay.
      setTimeout(() => this.#wakeOneOfEach(), defaultRetryDelaySeconds * 1000 + 20).unref()
    } catch (error) {
      this.#logError(error as Error)
    }
  }

  /** A worker that finds a job wakes the others. */
  #wakeOneOfEach(): void {
    for (const workers of this.#workers.values()) workers.find(({ isAsleep }) => isAsleep)?.wake()
  }

  #wakeAll(): void {
    for (const name of jobNames) this.wake(name)
  }

  #logError(error: Error): void {
    if (this.#isClosing) return
    // pg-boss events carry a plain object instead of an Error.
    const { code } = error as { code?: string }
    const err =
      error instanceof Error
        ? error
        : markDatabaseError(Object.assign(new Error((error as Error).message), { code }))
    this.#log[isUnreachable(err) ? 'warn' : 'error']({ err }, 'job queue failed')
  }
}

/** Gives an aborted attempt time to stop on its own. */
const rejectAfterAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const onAbort = () => setTimeout(() => reject(signal.reason), handlerGraceMs).unref()
    signal.addEventListener('abort', onAbort, { once: true })
  })
