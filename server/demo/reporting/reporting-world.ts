import { createHash } from 'node:crypto'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import { formatHeaderOnly } from '#server/demo/data/report-csv.ts'
import { getPacificDay, getPacificMidnight } from '#server/platform/pacific-day.ts'
import { GoogleGrants } from './google-grants.ts'
import {
  FaultQueue,
  matchesRequest,
  type ReportingFault,
  type ReportingRequest,
  type RequestMatcher,
} from './reporting-faults.ts'

/** Text of a CSV file; a function must generate the same each time, and large files need no memory. */
export type ReportContent = string | (() => Iterable<string> | AsyncIterable<string>)

/** @returns null for a day of which there is no report */
export type ReportSource = (query: {
  ownerId: string
  reportTypeId: string
  day: string
}) => ReportContent | null

export interface FakeReportType {
  readonly id: string
  readonly name: string
  /** Its job exists from the start, is listed only on request, and can be neither created nor deleted. */
  readonly systemManaged: boolean
  readonly deprecateTime?: Date
}

export interface FakeJob {
  readonly id: string
  /** '' is the channel of the person who consented. */
  readonly ownerId: string
  readonly reportTypeId: string
  readonly name: string
  readonly createTime: Date
  readonly systemManaged: boolean
  /** No reports are made afterward. */
  readonly expireTime?: Date
}

export interface FakeReport {
  readonly id: string
  readonly jobId: string
  readonly startTime: Date
  readonly endTime: Date
  readonly createTime: Date
  /** The report is then neither listed nor downloaded. */
  readonly expireTime: Date
  readonly content: ReportContent
}

export interface ReportingWorldOptions {
  now: () => Date
  /** Formats the reports that `deliverReports` makes; header-only files by default. */
  source?: ReportSource
  /** Reports appear as time passes, without calls of `deliverReports`. */
  isAutomatic?: boolean
  /** Days for which a report can be downloaded: 60 by default. */
  retentionDays?: number
}

/** The demo runs for months. */
const maxRecordedRequests = 10_000

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A day's reports appear on the second day after it. */
const deliveryDelayDays = 2
const deliveryDelayMs = 4 * hourMs
/** Applies to a new job. */
const firstReportDelayMs = dayMs
const backfillDays = 30
const defaultRetentionDays = 60
/** A new job also gets reports of this many earlier days. */
const historicalRetentionDays = 30

const managed = (id: string, name: string): FakeReportType => ({ id, name, systemManaged: true })
const creatable = (id: string, name: string): FakeReportType => ({ id, name, systemManaged: false })

/** YouTube lists these: claims and metadata are managed by the system, and many are of no use here. */
const initialReportTypes: readonly FakeReportType[] = [
  creatable('channel_basic_a2', 'User activity'),
  creatable('channel_traffic_source_a2', 'Traffic sources'),
  creatable('content_owner_basic_a4', 'User activity'),
  creatable('content_owner_province_a2', 'User activity by province'),
  creatable('content_owner_playback_location_a2', 'Playback locations'),
  creatable('content_owner_traffic_source_a2', 'Traffic sources'),
  creatable('content_owner_demographics_a1', 'Demographics'),
  creatable('content_owner_estimated_revenue_a1', 'Estimated video revenue'),
  creatable('content_owner_asset_basic_a2', 'User activity by asset'),
  creatable('content_owner_asset_estimated_revenue_a1', 'Estimated asset revenue'),
  creatable('content_owner_ad_rates_a1', 'Ad rates'),
  managed('content_owner_video_metadata_a4', 'Video metadata'),
  managed('content_owner_active_claims_a3', 'Claims'),
  managed('content_owner_asset_a3', 'Assets'),
  managed('content_owner_ad_revenue_raw_a1', 'Ad revenue by video'),
]

/**
 * The state of Google: content owners, report types, jobs, reports and consent. Tests change it directly, and the
 * clients that they test see it through the fake API. Ids depend on the order of the calls only.
 */
export class ReportingWorld {
  now: () => Date
  readonly oauth: GoogleGrants
  /** Applies unless the client asks for fewer. */
  pageSize = 100
  /** Keeps listing expired reports, as happens between two requests of a client. */
  listsExpired = false
  /** The latest 10,000, in the order of their arrival. */
  readonly requests: ReportingRequest[] = []
  readonly faults = new FaultQueue()
  readonly reportTypes = new Map(initialReportTypes.map((type) => [type.id, type]))
  readonly jobs = new Map<string, FakeJob>()
  readonly reports = new Map<string, FakeReport>()

  readonly #permittedOwners = new Set<string>()
  readonly #source: ReportSource
  readonly #isAutomatic: boolean
  readonly #retentionDays: number
  /** Includes ids of what was deleted. */
  readonly #usedIds = new Set<string>()
  #latestCreateTime = 0

  constructor({
    now,
    source,
    isAutomatic = false,
    retentionDays = defaultRetentionDays,
  }: ReportingWorldOptions) {
    this.now = now
    this.oauth = new GoogleGrants(() => this.now())
    this.#source = source ?? (({ reportTypeId }) => formatHeaderOnly(reportTypeId))
    this.#isAutomatic = isAutomatic
    this.#retentionDays = retentionDays
  }

  /** A content owner that the person may act for, with the jobs that the system manages. */
  addOwner(ownerId: string): void {
    this.#permittedOwners.add(ownerId)
    for (const type of this.reportTypes.values()) if (type.systemManaged) this.#addSystemJob(ownerId, type)
  }

  /** The person may act for the owner no longer; nothing else changes. */
  withdrawPermission(ownerId: string): void {
    this.#permittedOwners.delete(ownerId)
  }

  restorePermission(ownerId: string): void {
    this.#permittedOwners.add(ownerId)
  }

  /** '' is the person's own channel. */
  isPermitted(ownerId: string): boolean {
    return ownerId === '' || this.#permittedOwners.has(ownerId)
  }

  /** A new one or a new version. */
  addReportType(id: string, { systemManaged = false, name = id } = {}): void {
    const type = { id, name, systemManaged }
    this.reportTypes.set(id, type)
    if (systemManaged) for (const ownerId of this.#permittedOwners) this.#addSystemJob(ownerId, type)
  }

  /** Its jobs make no reports from `deprecateTime` on, and it gets no new ones. */
  deprecateReportType(id: string, deprecateTime: Date): void {
    const type = this.reportTypes.get(id)
    if (!type) throw new RangeError(`There is no report type ${id}.`)
    this.reportTypes.set(id, { ...type, deprecateTime })
    for (const job of this.jobs.values())
      if (job.reportTypeId === id) this.jobs.set(job.id, { ...job, expireTime: deprecateTime })
  }

  /** @throws {RangeError} when the owner has one of this type */
  createJob(ownerId: string, reportTypeId: string, name = reportTypeId): FakeJob {
    if (this.findJob(ownerId, reportTypeId)) throw new RangeError(`There is a job of ${reportTypeId}.`)
    const { systemManaged = false, deprecateTime } = this.reportTypes.get(reportTypeId) ?? {}
    const job = {
      id: this.#createJobId(ownerId, reportTypeId),
      ownerId,
      reportTypeId,
      name,
      createTime: this.now(),
      systemManaged,
      ...(deprecateTime && { expireTime: deprecateTime }),
    }
    this.jobs.set(job.id, job)
    return job
  }

  findJob(ownerId: string, reportTypeId: string): FakeJob | undefined {
    return [...this.jobs.values()].find((job) => job.ownerId === ownerId && job.reportTypeId === reportTypeId)
  }

  /** Together with its reports. */
  deleteJob(jobId: string): void {
    this.jobs.delete(jobId)
    for (const report of this.#listJobReports(jobId)) this.reports.delete(report.id)
  }

  /**
   * A report of a day (YYYY-MM-DD, Pacific time); another one of the same day is a reissue. `createTime`: by default now,
   * or later than all others.
   */
  addReport(
    job: Pick<FakeJob, 'id' | 'reportTypeId'>,
    day: string,
    {
      content = formatHeaderOnly(job.reportTypeId),
      createTime = new Date(Math.max(this.now().getTime(), this.#latestCreateTime + 1)),
      expireTime = new Date(createTime.getTime() + this.#retentionDays * dayMs),
    }: { content?: ReportContent; createTime?: Date; expireTime?: Date } = {},
  ): FakeReport {
    this.#latestCreateTime = Math.max(this.#latestCreateTime, createTime.getTime())
    const report = {
      id: this.#createReportId(job.id, day),
      jobId: job.id,
      startTime: getPacificMidnight(day),
      endTime: getPacificMidnight(addDays(day, 1)),
      createTime,
      expireTime,
      content,
    }
    this.reports.set(report.id, report)
    return report
  }

  /**
   * The reports that are due by now and were not made before: of each day on the second day after it, and of a new job
   * after 24 hours, with 30 days in arrears.
   */
  deliverReports(): void {
    for (const job of this.jobs.values()) {
      const start = getPacificDay(job.createTime)
      const range = {
        from: addDays(start, job.systemManaged ? -deliveryDelayDays : -backfillDays),
        to: addDays(getPacificDay(this.now()), -deliveryDelayDays),
      }
      const deliveredTimes = new Set(this.#listJobReports(job.id).map((report) => report.startTime.getTime()))
      for (const day of listDays(range))
        if (!deliveredTimes.has(getPacificMidnight(day).getTime())) this.#deliverReport(job, day)
    }
  }

  #deliverReport(job: FakeJob, day: string): void {
    const regularTime = getPacificMidnight(addDays(day, deliveryDelayDays)).getTime() + deliveryDelayMs
    const firstTime = job.createTime.getTime() + (job.systemManaged ? 0 : firstReportDelayMs)
    const createTime = new Date(Math.max(regularTime, firstTime))
    if (createTime > this.now() || (job.expireTime && createTime >= job.expireTime)) return
    const content = this.#source({ ownerId: job.ownerId, reportTypeId: job.reportTypeId, day })
    if (content === null) return
    const keptDays = regularTime < firstTime ? historicalRetentionDays : this.#retentionDays
    const expireTime = new Date(createTime.getTime() + keptDays * dayMs)
    this.addReport(job, day, { content, createTime, expireTime })
  }

  /** Newest first. */
  listReports(jobId: string): FakeReport[] {
    if (this.#isAutomatic) this.deliverReports()
    return this.#listJobReports(jobId)
      .filter((report) => this.listsExpired || !this.isExpired(report))
      .sort(
        (a, b) =>
          b.createTime.getTime() - a.createTime.getTime() || b.startTime.getTime() - a.startTime.getTime(),
      )
  }

  findReport(reportId: string): FakeReport | undefined {
    if (this.#isAutomatic) this.deliverReports()
    return this.reports.get(reportId)
  }

  isExpired(report: FakeReport): boolean {
    return report.expireTime <= this.now()
  }

  /** The next `times` requests that match fail this way, after the faults that were injected before. */
  injectFault(matcher: RequestMatcher, fault: ReportingFault, times = 1): void {
    this.faults.inject(matcher, fault, times)
  }

  clearFaults(): void {
    this.faults.clear()
  }

  recordRequest(request: ReportingRequest): void {
    this.requests.push(request)
    if (this.requests.length > maxRecordedRequests) this.requests.shift()
  }

  countRequests(matcher: RequestMatcher): number {
    return this.requests.filter((request) => matchesRequest(matcher, request)).length
  }

  #listJobReports(jobId: string): FakeReport[] {
    return [...this.reports.values()].filter((report) => report.jobId === jobId)
  }

  #addSystemJob(ownerId: string, { id, name }: FakeReportType): void {
    if (!this.findJob(ownerId, id)) this.createJob(ownerId, id, name)
  }

  #createJobId(ownerId: string, reportTypeId: string): string {
    for (let at = 0; ; at++) {
      const hash = hashParts('job', ownerId, reportTypeId, at).toString('hex')
      const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
      if (!this.#usedIds.has(id)) return this.#reserveId(id)
    }
  }

  #createReportId(jobId: string, day: string): string {
    for (let at = 0; ; at++) {
      const id = String(1_000_000_000 + hashParts('report', jobId, day, at).readUInt32BE())
      if (!this.#usedIds.has(id)) return this.#reserveId(id)
    }
  }

  #reserveId(id: string): string {
    this.#usedIds.add(id)
    return id
  }
}

const hashParts = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('\0')).digest()

/** Creates a world without owners; `addOwner` and `oauth.grant` come next. */
export const createReportingWorld = (options: ReportingWorldOptions): ReportingWorld =>
  new ReportingWorld(options)
