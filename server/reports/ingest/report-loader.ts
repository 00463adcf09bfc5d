import type { Queryable } from '#server/platform/db/database.ts'
import { createColumnLookup, type Fields } from '#server/platform/files/csv-records.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { InvalidFieldError } from '#server/platform/files/fields.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { ensureMonthPartitions } from '#server/reports/ingest/types/facts.ts'
import { bumpDataRevision, lockFigures } from '#server/reports/lists/report-state.ts'
import type { RowFormat } from './loader/copy-files.ts'
import type { StagedFile } from './loader/file-import.ts'
import type { LoadKind, Publication } from './loader/load-files.ts'
import {
  type CurrentLoad,
  compareIssue,
  insertLoads,
  type LoadCandidate,
  recordFile,
  recordReissue,
  reportLoads,
  selectPublishedReports,
} from './loads.ts'
import type { InspectedReport, ReportResult, ReportRun } from './report-inspection.ts'
import { switchReports } from './report-switch.ts'
import { refuseSameFacts } from './same-facts.ts'
import { type MergeCounts, mergeMetadata } from './types/metadata-merge.ts'
import { hasFacts, isOtherHalf } from './types/report-type.ts'

type StagedReport = StagedFile<InspectedReport>

/** Daily reports: activity and revenue of successive days, or one other report. */
export const reportLoader: LoadKind<ReportRun, ReportResult, InspectedReport, CurrentLoad> = {
  table: reportLoads,
  compare,
  insertLoads,
  createFormat,
  publish,
  describe: ({ candidate: { type, day }, rows }, { isPublished }) => ({
    result: isPublished ? 'loaded' : 'older',
    type,
    day,
    rows,
  }),
}

async function compare(run: ReportRun, reports: readonly InspectedReport[]): Promise<void> {
  const candidates = reports.map(({ candidate }) => candidate)
  const { findCurrent, refuseReportOfOther } = await selectPublishedReports(run.db, run.owner, candidates)
  for (const { file, candidate, hasLines } of reports)
    await file.attempt(async () => {
      if (hasLines) refuseReportOfOther(candidate)
      const { type, day } = candidate
      const current = findCurrent(candidate)
      const comparison = compareIssue(candidate, current)
      // Older metadata counts for videos that newer metadata lacks.
      if (comparison === 'new' || (type === 'metadata' && comparison !== 'unchanged'))
        return preparePartitions(run, candidate)
      if (current && comparison === 'reissued') await recordReissue(run.db, current.loadId, candidate)
      if (current && comparison !== 'older') await recordFile(run.db, current.loadId, candidate)
      const result = comparison === 'older' ? 'older' : 'unchanged'
      file.settle({ result, type, day, rows: current?.rows ?? 0 })
    })
}

async function preparePartitions(
  { db, preparedMonths }: ReportRun,
  { type, day }: LoadCandidate,
): Promise<void> {
  const month = day.slice(0, 7)
  if (!hasFacts(type) || preparedMonths.has(month)) return
  await ensureMonthPartitions(db, [day])
  preparedMonths.add(month)
}

function createFormat(
  _run: ReportRun,
  { file, type, header, candidate: { day } }: InspectedReport,
  loadId: number,
): RowFormat {
  const columnIndex = createColumnLookup(header)
  const warnedLines = new Map<string, number>()
  const formatColumns = type.createLineFormatter(columnIndex, (warning) =>
    warnedLines.set(warning, (warnedLines.get(warning) ?? 0) + 1),
  )
  const checkDay = type.hasDayColumn ? createDayCheck(columnIndex('date'), day) : undefined
  const prefix = type.hasDayColumn ? `${day}\t${loadId}\t` : `${loadId}\t`
  return {
    copyTarget: type.copyTarget,
    formatLine(fields) {
      checkDay?.(fields)
      return prefix + formatColumns(fields)
    },
    finish(rows) {
      const expectedRows = file.file.resource?.rows ?? rows
      if (expectedRows !== rows)
        throw new FileRefusal(
          `it has ${rows} rows, but reports.json says ${expectedRows}: it is truncated or a different report`,
        )
      for (const [warning, lines] of warnedLines)
        file.warnings.push(`${warning} in ${lines} of ${rows} lines`)
    },
  }
}

function createDayCheck(column: number, day: string): (fields: Fields) => void {
  let known = ''
  return (fields) => {
    const text = fields[column] ?? ''
    if (text === known) return
    const found = parseDay(text)
    if (!found) throw new InvalidFieldError(`date is ${quoteValue(text)}, not a day (YYYYMMDD)`)
    if (found !== day)
      throw new InvalidFieldError(`the line is for ${found}, the file is for ${day}; a file holds one day`)
    known = text
  }
}

/** Also computes the roll-ups. An import of another owner may have overtaken a report. */
async function publish(
  run: ReportRun,
  reports: readonly StagedReport[],
): Promise<Publication<CurrentLoad>[]> {
  const counts = new Map<StagedReport, MergeCounts>()
  for (const report of reports)
    if (report.candidate.type === 'metadata')
      counts.set(report, await mergeMetadata(run.db, report.candidate, report.loadId))
  return run.db.transaction(async (tx) => {
    // Serializes publishing. Metadata changes no figures; its merge has bumped the revision if it changed a video.
    if (counts.size === reports.length) await lockFigures(tx)
    else await bumpDataRevision(tx)
    const publications = await comparePublications(tx, run, reports)
    const published = reports.flatMap((report, at) => {
      const { isPublished, replaced: current } = publications[at] ?? { isPublished: false }
      const next = { ...report, counts: counts.get(report) }
      return isPublished ? { unit: report.candidate, current, next } : []
    })
    await switchReports(tx, published)
    return publications
  })
}

/** Activity and revenue of a day are refused together. */
async function comparePublications(
  tx: Queryable,
  run: ReportRun,
  reports: readonly StagedReport[],
): Promise<Publication<CurrentLoad>[]> {
  const candidates = reports.map(({ candidate }) => candidate)
  const { findCurrent, refuseReportOfOther } = await selectPublishedReports(tx, run.owner, candidates)
  const comparePublication = async (report: StagedReport): Promise<Publication<CurrentLoad>> => {
    const { candidate, rows } = report
    try {
      const current = findCurrent(candidate)
      const comparison = compareIssue(candidate, current)
      const isPublished = comparison === 'new' || comparison === 'reissued'
      if (isPublished && rows > 0) {
        refuseReportOfOther(candidate)
        await refuseSameFacts(tx, candidate, report)
      }
      if (current) refuseHalfDay(run, candidate, candidates)
      return { isPublished, replaced: isPublished ? current : undefined }
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error
      return { isPublished: false, replaced: undefined, refusal: error }
    }
  }
  const publications: Publication<CurrentLoad>[] = []
  for (const report of reports) publications.push(await comparePublication(report))
  return publications.map((publication, at) => {
    const other = publications.find(
      ({ refusal }, otherAt) => refusal && candidates[otherAt]?.day === candidates[at]?.day,
    )
    return other ? { ...other, isPublished: false } : publication
  })
}

/** A re-issue stays out if the other report of its day was refused. @throws {FileRefusal} */
function refuseHalfDay(
  { files }: ReportRun,
  candidate: LoadCandidate,
  published: readonly LoadCandidate[],
): void {
  if (published.some((other) => isOtherHalf(other, candidate))) return
  const refused = files.find(
    ({ outcome, unit }) => outcome?.result === 'refused' && isOtherHalf(unit, candidate),
  )
  if (refused)
    throw new FileRefusal(
      `the ${refused.unit.type} of the same day was refused (${refused.file.name}); a day that is there already is replaced as a whole`,
    )
}
