import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { ReportingConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { importFiles, type ReportOutcome } from '#server/reports/ingest/import-files.ts'
import { createAccessTokenSource } from './api/access-token.ts'
import { createReportingApi, type ReportingApi, type RetryPolicy } from './api/api.ts'
import { FetchError } from './api/fetch-error.ts'
import type { OauthClient } from './api/oauth.ts'
import {
  type Connection,
  forgetConsent,
  readRefreshToken,
  recordProblem,
  recordStart,
  recordSuccess,
  replaceRefreshToken,
} from './connections.ts'
import {
  type FetchedReport,
  insertListedReports,
  type ReportState,
  selectImportedVersions,
  selectListingStart,
  selectReports,
  updateReports,
} from './fetched-reports.ts'
import { type Job, syncJobs } from './jobs.ts'
import type { MonthlyReports } from './monthly.ts'
import { syncOwnerAlerts } from './owner-alerts.ts'
import {
  getOwnerFolder,
  prepareSpoolFile,
  pruneSpool,
  recordInManifest,
  removePartialFiles,
} from './spool.ts'
import { chooseReports, type NameType, nameDailyType } from './versions.ts'

export interface FetchDependencies {
  db: Database
  log: Log
  now: () => Date
  encryption: Encryption
  oauth: OauthClient
  settings: ReportingConfig
  retryPolicy?: Partial<RetryPolicy> | undefined
  /** Absent: only daily reports are fetched. */
  monthly?: MonthlyReports | undefined
}

export interface FetchSummary {
  listed: number
  downloaded: number
  downloadedBytes: number
  imported: number
  refused: number
  lost: number
}

/** Fetches about every hour; the jitter spreads installations and owners. */
const intervalMs = 3_600_000
const jitter = 0.1
/** Applies after a failure that may be temporary. */
const problemDelayMs = 15 * 60_000
/** Whatever YouTube asks for. */
const maxProblemDelayMs = 24 * 3_600_000
/** Imported at once: lists are refreshed once per batch. */
const maxBatchReports = 40

export const getFetchLock = (owner: string) => `fetch reports ${owner}`

/**
 * Lists the new reports of a content owner, downloads and imports them, oldest day first. It may be killed at any point:
 * what was listed is remembered, what is on the disk is whole, and what was imported twice counts once.
 * @throws {FetchError} which is recorded, and the signal's reason
 * @throws {BusyError} while the reports of the owner are being fetched
 */
export const fetchReports = (
  dependencies: FetchDependencies,
  connection: Connection,
  signal?: AbortSignal,
): Promise<FetchSummary> =>
  dependencies.db.withLock(getFetchLock(connection.owner), async () => {
    const { db, now, log } = dependencies
    const { owner } = connection
    await recordStart(db, owner, now())
    try {
      const { summary, missingTypes } = await runFetch(dependencies, connection, signal)
      await recordSuccess(db, owner, now(), addMs(now(), intervalMs * (1 + jitter * (2 * Math.random() - 1))))
      await syncOwnerAlerts(db, owner, { missingTypes }, now())
      const isEmpty = Object.values(summary).every((count) => count === 0)
      log[isEmpty ? 'debug' : 'info']({ owner, ...summary }, 'reports fetched')
      return summary
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof FetchError) await recordFailure(dependencies, connection, error)
      else
        await recordProblem(
          db,
          owner,
          'an unexpected error occurred; see the log',
          addMs(now(), problemDelayMs),
        )
      throw error
    }
  })

const addMs = (time: Date, ms: number) => new Date(time.getTime() + ms)

async function recordFailure(
  { db, now, log }: FetchDependencies,
  connection: Connection,
  { failure, message, retryAfterSeconds = 0 }: FetchError,
): Promise<void> {
  const { owner } = connection
  log.warn({ owner, failure, reason: message }, 'fetching reports failed')
  if (failure === 'consent') await forgetConsent(db, connection)
  const delayMs = Math.min(Math.max(problemDelayMs, retryAfterSeconds * 1_000), maxProblemDelayMs)
  await recordProblem(db, owner, message, addMs(now(), delayMs))
  await syncOwnerAlerts(db, owner, { failure }, now())
}

interface Fetch extends FetchDependencies {
  owner: string
  api: ReportingApi
  ownerFolder: string
  signal: AbortSignal | undefined
  summary: FetchSummary
  /** Days of which a report could not be downloaded: they wait for the next fetch as a whole. */
  postponedDays: Set<string>
}

async function runFetch(
  dependencies: FetchDependencies,
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<{ summary: FetchSummary; missingTypes: string[] }> {
  const { db, settings } = dependencies
  const { owner } = connection
  const fetch: Fetch = {
    ...dependencies,
    owner,
    api: await connect(dependencies, connection, signal),
    ownerFolder: getOwnerFolder(settings.spoolDir, owner),
    signal,
    summary: { listed: 0, downloaded: 0, downloadedBytes: 0, imported: 0, refused: 0, lost: 0 },
    postponedDays: new Set(),
  }
  await removePartialFiles(fetch.ownerFolder)
  const { jobs, missingTypes } = await syncJobs(db, fetch.api, owner, nameMonthlyType(fetch))
  for (const job of jobs) fetch.summary.listed += await listReports(fetch, job)
  for (;;) {
    const reports = await chooseBatch(fetch)
    if (reports.length === 0) break
    const downloads: Download[] = []
    for (const [, ofDay] of Map.groupBy(reports, ({ day }) => day))
      downloads.push(...(await downloadDay(fetch, ofDay)))
    await importDownloads(fetch, downloads)
  }
  await fetchMonths(fetch)
  const pending = await selectReports(db, owner, ['listed'])
  await pruneSpool(fetch.ownerFolder, settings.spool, new Set(pending.map(({ day }) => day)))
  const [postponed] = fetch.postponedDays
  if (postponed !== undefined)
    throw new FetchError('incomplete', `a report of ${postponed} arrives damaged each time`)
  return { summary: fetch.summary, missingTypes }
}

async function connect(
  { db, encryption, oauth, settings, now, retryPolicy }: FetchDependencies,
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<ReportingApi> {
  const { owner, contentOwnerId } = connection
  const refreshToken = await readRefreshToken(db, encryption, owner)
  if (refreshToken === null)
    throw new FetchError('consent', 'there is no consent, or one that another SECRET_KEY has encrypted')
  const refresh = async () => {
    const tokens = await oauth.refresh(refreshToken, signal)
    await replaceRefreshToken(db, encryption, connection, tokens, now())
    return tokens
  }
  const tokens = createAccessTokenSource(refresh, now)
  return createReportingApi({ baseUrl: settings.url, contentOwnerId, tokens, signal, now, retryPolicy })
}

/** A job that somebody has deleted is created again by the next fetch. */
async function listReports({ db, now, api, owner }: Fetch, job: Job): Promise<number> {
  const start = await selectListingStart(db, owner, job.jobId)
  try {
    const reports = await api.listReports(job.jobId, start)
    return await db.transaction((tx) => insertListedReports(tx, owner, job, reports, now()))
  } catch (error) {
    if (error instanceof FetchError && error.failure === 'not_found') return 0
    throw error
  }
}

const nameMonthlyType =
  ({ monthly }: Pick<Fetch, 'monthly'>): NameType =>
  (reportTypeId) =>
    monthly?.getName(reportTypeId)

/** The best issues of what is open, oldest first, without days that have to wait. */
async function chooseOpen(
  { db, now, owner, postponedDays }: Fetch,
  name: NameType,
): Promise<Map<string, FetchedReport[]>> {
  const open = await selectReports(db, owner, ['listed', 'refused'])
  const days = [...new Set(open.map(({ day }) => day))]
  const { chosen, superseded } = chooseReports(open, await selectImportedVersions(db, owner, days), name)
  const supersededIds = superseded.map(({ reportId }) => reportId)
  if (supersededIds.length > 0) await updateReports(db, owner, supersededIds, { state: 'superseded' }, now())
  return Map.groupBy(
    chosen.filter(({ day }) => !postponedDays.has(day)),
    ({ day }) => day,
  )
}

/** The next daily reports to import: whole days, oldest first. */
async function chooseBatch(fetch: Fetch): Promise<FetchedReport[]> {
  const batch: FetchedReport[] = []
  for (const [, reports] of await chooseOpen(fetch, nameDailyType)) {
    if (batch.length > 0 && batch.length + reports.length > maxBatchReports) break
    batch.push(...reports)
  }
  return batch
}

interface Download {
  report: FetchedReport
  path: string
}

/** @returns nothing when one of them has to wait, because they are imported together */
async function downloadDay(fetch: Fetch, reports: readonly FetchedReport[]): Promise<Download[]> {
  const downloads: Download[] = []
  for (const report of reports) {
    const outcome = await downloadReport(fetch, report)
    if (outcome === 'postponed') {
      fetch.postponedDays.add(report.day)
      return []
    }
    if (outcome !== 'lost') downloads.push({ report, path: outcome.path })
  }
  return downloads
}

async function downloadReport(
  fetch: Fetch,
  report: FetchedReport,
): Promise<{ path: string } | 'lost' | 'postponed'> {
  const { db, now, api, owner, ownerFolder, summary } = fetch
  const { path, isThere } = await prepareSpoolFile(ownerFolder, report)
  try {
    if (!isThere) {
      summary.downloadedBytes += await api.download(report.downloadUrl, path)
      summary.downloaded++
    }
    await recordInManifest(ownerFolder, report)
    return { path }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const { failure, message: problem } = error
    if (failure === 'not_found') {
      await updateReports(db, owner, [report.reportId], { state: 'lost', problem }, now())
      summary.lost++
      return 'lost'
    }
    await updateReports(db, owner, [report.reportId], { state: 'listed', problem }, now())
    if (failure === 'incomplete') return 'postponed'
    throw error
  }
}

/** Reports of a month are imported together: the tax may need the payment summary. Their day is the month's first. */
async function fetchMonths(fetch: Fetch): Promise<void> {
  for (;;) {
    const months = await chooseOpen(fetch, nameMonthlyType(fetch))
    if (months.size === 0) return
    for (const [month, reports] of months) await fetchMonth(fetch, month, reports)
  }
}

async function fetchMonth(fetch: Fetch, month: string, reports: readonly FetchedReport[]): Promise<void> {
  const { db, owner, now, log, signal, monthly } = fetch
  const downloads = await downloadDay(fetch, reports)
  if (!monthly || downloads.length === 0) return
  const paths = downloads.map(({ path }) => path)
  const outcomes = await monthly.importFiles(db, paths, { owner, month, now: now(), log, signal })
  for (const { report, path } of downloads) {
    const outcome = outcomes.find((one) => one.path === path)
    if (!outcome) throw new Error('A file has no outcome.')
    await recordOutcome(fetch, report, outcome)
  }
}

async function recordOutcome(
  { db, now, owner, summary, log }: Fetch,
  { reportId, reportTypeId, day }: FetchedReport,
  { state, problem }: { state: ReportState; problem?: string },
): Promise<void> {
  await updateReports(db, owner, [reportId], { state, ...(problem !== undefined && { problem }) }, now())
  if (state === 'imported') summary.imported++
  if (state !== 'refused') return
  summary.refused++
  log.warn({ owner, day, report: reportTypeId, reason: problem }, 'report refused')
}

async function importDownloads(fetch: Fetch, downloads: readonly Download[]): Promise<void> {
  if (downloads.length === 0) return
  const { db, now, owner, signal, log } = fetch
  const paths = downloads.map(({ path }) => path)
  const { outcomes } = await importFiles(db, paths, { owner, now: now(), signal, log })
  for (const { report, path } of downloads) {
    const outcome = outcomes.find((one) => one.path === path)
    if (!outcome) throw new Error('A file has no outcome.')
    await recordOutcome(fetch, report, describeOutcome(outcome))
  }
}

function describeOutcome(outcome: ReportOutcome): { state: ReportState; problem?: string } {
  switch (outcome.result) {
    case 'loaded':
    case 'unchanged':
      return { state: 'imported' }
    case 'older':
      return { state: 'superseded' }
    case 'refused':
      return {
        state: 'refused',
        problem: outcome.line === undefined ? outcome.reason : `line ${outcome.line}: ${outcome.reason}`,
      }
  }
}
