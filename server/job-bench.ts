import { setTimeout as pause } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { changesChannel } from './db/changes.ts'
import { type Database, isUnreachable, type Queries } from './db/connect.ts'
import { whenFree } from './db/when-free.ts'
import { JobDatabase } from './job-database.ts'
import { jobNames, retryDelaySeconds, settingsOf, trades } from './job-trades.ts'
import { type Handle, type JobName, Later, type OpenJobs } from './jobs.ts'
import type { Log } from './log.ts'

interface Work {
  handle: Handle
  isLeft: (id: number) => Promise<boolean>
}

type Job = JobWithMetadata<{ id: number }>

const mark = 'jobs '
/** Hardly ever: what waits is told of, and found by who supervises. */
const lookEverySeconds = 120
/** Of a database of its own no other process takes work. */
const superviseEveryMs = { pglite: 600_000, postgres: 10_000 }
const graceMs = 3_000
const abortMs = 1_000
const straggleMs = 5_000
const hourMs = 3_600_000
const daySeconds = 86_400

export const openJobs = (db: Database, log: Log): OpenJobs => new Bench(db, log)

class Bench implements OpenJobs {
  readonly #db: Database
  readonly #log: Log
  readonly #boss: PgBoss
  readonly #statements: JobDatabase
  readonly #works = new Map<JobName, Work>()
  readonly #ending = new AbortController()
  #started = false
  #closing = false
  #stopListening = () => {}
  #supervisor: NodeJS.Timeout | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
    this.#statements = new JobDatabase(db)
    this.#boss = new PgBoss({
      db: this.#statements,
      backend: db.engine,
      schema: 'jobs',
      schedule: false,
      // Done here at a slower pace, and of its duties only those that are needed.
      supervise: false,
      // Shorter than the pace, or every second look would come too early.
      monitorIntervalSeconds: superviseEveryMs[db.engine] / 2_000,
      maintenanceIntervalSeconds: hourMs / 1000,
      monitorVacuum: false,
      queueCacheIntervalSeconds: daySeconds,
      bamIntervalSeconds: daySeconds,
    })
    this.#boss.on('error', (error) => this.#complain(error))
    this.#boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the background work'))
  }

  async start(): Promise<void> {
    // Several instances that begin at once would make the same tables.
    await whenFree(this.#db, 'jobs', async () => {
      await this.#boss.start()
      await this.#prepareQueues()
    })
    if (this.#db.engine === 'pglite') await this.#takeBack()
    this.#started = true
    for (const name of this.#works.keys()) await this.#employ(name)
    this.#stopListening = this.#db.listen({
      connected: () => this.#nudgeAll(),
      lost: () => {},
      changed: (kind) => {
        const name = jobNames.find((one) => kind === mark + one)
        if (name) this.nudge(name)
      },
    })
    this.#supervisor = setInterval(() => void this.#supervise(), superviseEveryMs[this.#db.engine])
    this.#supervisor.unref()
  }

  async send(tx: Queries, name: JobName, id: number): Promise<void> {
    await this.#statements.within(tx, () => this.#boss.send(name, { id }, { singletonKey: String(id) }))
    await tx.query('select pg_notify($1, $2)', [changesChannel, mark + name])
  }

  nudge(name: JobName): void {
    for (const worker of this.#boss.getWipData()) {
      if (worker.name === name) this.#boss.notifyWorker(worker.id)
    }
  }

  async work(name: JobName, handle: Handle, isLeft: Work['isLeft'] = async () => false): Promise<void> {
    this.#works.set(name, { handle, isLeft })
    if (this.#started) await this.#employ(name)
  }

  async restore(name: JobName, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const jobs = ids.map((id) => ({ data: { id }, singletonKey: String(id) }))
    const made = await this.#boss.insert(name, jobs, { returnId: true })
    if (made?.length) this.nudge(name)
  }

  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#supervisor)
    this.#stopListening()
    const idle = Promise.all(jobNames.map((name) => this.#boss.offWork(name)))
    await Promise.race([idle, pause(graceMs, undefined, { ref: false })])
    this.#ending.abort(new Later(0))
    await Promise.race([idle, pause(abortMs, undefined, { ref: false })])
    await this.#boss.stop({ graceful: false })
  }

  async #prepareQueues(): Promise<void> {
    const there = await this.#boss.getQueues([...jobNames])
    for (const name of jobNames) {
      const { policy, ...settings } = settingsOf(name, this.#db.engine)
      const queue = there.find((one) => one.name === name)
      if (!queue) await this.#boss.createQueue(name, { policy, ...settings })
      else if (Object.entries(settings).some(([key, value]) => queue[key as keyof typeof queue] !== value))
        await this.#boss.updateQueue(name, settings)
    }
  }

  /** What an earlier process had begun: while this one has the database nobody else is at it. */
  async #takeBack(): Promise<void> {
    for (const name of jobNames) {
      for (const { id, state, startAfter } of await this.#boss.findJobs(name)) {
        if (state === 'active') await this.#putOff(name, id, 0, 'the process has ended')
        else if (state === 'retry') this.#nudgeAfter(name, Number(new Date(startAfter)) - Date.now())
      }
    }
  }

  async #employ(name: JobName): Promise<void> {
    const options = {
      includeMetadata: true as const,
      localConcurrency: trades[name].together,
      pollingIntervalSeconds: lookEverySeconds,
    }
    await this.#boss.work<{ id: number }>(name, options, async (jobs) => {
      // Where there was work there may be more: for this one when it is done, for the others now.
      this.nudge(name)
      for (const job of jobs) await this.#attempt(name, job as Job)
    })
  }

  async #attempt(name: JobName, job: Job): Promise<void> {
    const { handle, isLeft } = this.#works.get(name) as Work
    const { id } = job.data
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(trades[name].seconds * 1000)])
    try {
      const attempt = { signal, last: job.retryCount >= job.retryLimit }
      await Promise.race([handle(id, attempt), overdue(signal)])
    } catch (error) {
      return this.#failed(name, job, error)
    }
    await this.#boss.complete(name, job.id)
    if (await isLeft(id)) await this.restore(name, [id])
  }

  async #failed(name: JobName, job: Job, error: unknown): Promise<void> {
    const { id } = job.data
    if (!(error instanceof Later)) this.#log.error({ job: name, id, err: error }, 'an attempt has failed')
    const usual = trades[name].pauses[job.retryCount] ?? 0
    const seconds = error instanceof Later ? (error.seconds ?? usual) : usual
    await this.#putOff(name, job.id, seconds, error instanceof Error ? error.name : typeof error)
    this.#nudgeAfter(name, seconds * 1000)
  }

  /** Longer than an hour nobody waits for a nudge; the next look is as good. */
  #nudgeAfter(name: JobName, ms: number): void {
    setTimeout(() => this.nudge(name), Math.min(Math.max(ms, 0) + 20, hourMs)).unref()
  }

  async #putOff(name: JobName, jobId: string, seconds: number, why: string): Promise<void> {
    await this.#boss.fail(name, jobId, { why })
    await this.#boss.update(name, undefined, { id: jobId, startAfter: seconds })
  }

  /** Gives back what dead instances had begun, and removes what was done long ago. */
  async #supervise(): Promise<void> {
    try {
      await this.#boss.supervise(undefined, { reindex: false })
      for (const { name } of await this.#due()) this.#nudgeAfter(name, retryDelaySeconds * 1000)
    } catch (error) {
      this.#complain(error as Error)
    }
  }

  /** What waits, whoever has left it there, or does as soon as it may be tried again. */
  #due(): Promise<{ name: JobName }[]> {
    return this.#db.query<{ name: JobName }>(
      `select distinct name
      from jobs.job
      where name = any($1)
        and state in ('created', 'retry')
        and start_after <= now() + make_interval(secs => $2)`,
      [jobNames, retryDelaySeconds],
    )
  }

  #nudgeAll(): void {
    for (const name of jobNames) this.nudge(name)
  }

  #complain(error: Error): void {
    if (this.#closing) return
    // What comes by the library's events is no error itself, and holds parts of one.
    const { code } = error as { code?: string }
    const err = error instanceof Error ? error : Object.assign(new Error((error as Error).message), { code })
    this.#log[isUnreachable(err) ? 'warn' : 'error']({ err }, 'the background work cannot go on')
  }
}

/** Leaves an attempt that is aborted a moment to end by itself. */
const overdue = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => setTimeout(() => reject(signal.reason), straggleMs).unref()
    signal.addEventListener('abort', end, { once: true })
  })
