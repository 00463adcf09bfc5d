import { findReportType, reportTypes } from '#server/reports/ingest/type-detection.ts'
import type { JobResource, ReportTypeResource } from './api/resources.ts'
import type { FetchedReport, ImportedVersion } from './fetched-reports.ts'

/** The 4 of `content_owner_basic_a4`. */
const getVersion = (reportTypeId: string) => Number(/_a(\d+)$/.exec(reportTypeId)?.[1] ?? 0)

/** Picks the newest version that YouTube offers of each report type that we import. */
export function selectNewestTypes(offered: readonly ReportTypeResource[]): ReportTypeResource[] {
  return reportTypes.flatMap(({ idPattern }) => {
    const versions = offered.filter(({ id }) => idPattern.test(id))
    return versions.toSorted((a, b) => getVersion(b.id) - getVersion(a.id)).slice(0, 1)
  })
}

/** Names of the report types that YouTube does not offer in any version. */
export const listMissingTypes = (offered: readonly ReportTypeResource[]): string[] =>
  reportTypes.filter(({ idPattern }) => !offered.some(({ id }) => idPattern.test(id))).map(({ name }) => name)

/** Names what a report type contains, in whatever version; undefined: it is none that is imported. */
export type NameType = (reportTypeId: string) => string | undefined

/** Of daily reports. */
export const nameDailyType: NameType = (reportTypeId) => findReportType(reportTypeId)?.name

/** Jobs of all versions: an old one goes on until the new one has data. */
export const selectNeededJobs = (jobs: readonly JobResource[], nameMonthly: NameType): JobResource[] =>
  jobs.filter(
    ({ reportTypeId, systemManaged }) =>
      nameDailyType(reportTypeId) !== undefined ||
      (systemManaged === true && nameMonthly(reportTypeId) !== undefined),
  )

type Issue = Pick<FetchedReport, 'day' | 'reportTypeId' | 'createdAt'>

/** The newer version counts, then the later issue. */
const compareIssues = (a: Issue, b: Issue) =>
  getVersion(a.reportTypeId) - getVersion(b.reportTypeId) || Date.parse(a.createdAt) - Date.parse(b.createdAt)

export interface ReportChoice {
  /** The best issue of each type and day, oldest day first. */
  chosen: FetchedReport[]
  /** Reports of a type and day of which a better one was imported. */
  superseded: FetchedReport[]
}

/**
 * `open`: listed and refused ones. Listed ones that are not chosen wait, in case the chosen one is refused. Only of types that
 * `name` names.
 */
export function chooseReports(
  open: readonly FetchedReport[],
  imported: readonly ImportedVersion[],
  name: NameType,
): ReportChoice {
  const getUnit = ({ reportTypeId, day }: Issue) => `${name(reportTypeId)} ${day}`
  const named = open.filter(({ reportTypeId }) => name(reportTypeId) !== undefined)
  const importedByUnit = Map.groupBy(imported, getUnit)
  const isSuperseded = (report: FetchedReport) =>
    (importedByUnit.get(getUnit(report)) ?? []).some((one) => compareIssues(one, report) > 0)
  const superseded = named.filter(isSuperseded)
  const candidates = Map.groupBy(
    named.filter((report) => report.state === 'listed' && !isSuperseded(report)),
    getUnit,
  )
  const chosen = [...candidates.values()].map((issues) =>
    issues.reduce((best, issue) => (compareIssues(issue, best) > 0 ? issue : best)),
  )
  return { chosen: chosen.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)), superseded }
}

/** Lists report types that YouTube ends and of which we have no newer version. */
export function listEndingTypes(
  jobs: readonly { reportTypeId: string; deprecatedAt: string | null }[],
): string[] {
  return reportTypes.flatMap(({ idPattern }) => {
    const [newest] = jobs
      .filter(({ reportTypeId }) => idPattern.test(reportTypeId))
      .toSorted((a, b) => getVersion(b.reportTypeId) - getVersion(a.reportTypeId))
    return newest?.deprecatedAt ? [newest.deprecatedAt] : []
  })
}
