import { reportToday } from '#server/today.ts'
import type { FoundFile, ReportResource } from './collect.ts'
import { columnsOf } from './records.ts'
import { FileRefused, shown } from './refused.ts'
import type { Fields, ReportType } from './report-type.ts'

/** A day as reports write it, `YYYYMMDD` or `YYYY-MM-DD`, as `YYYY-MM-DD`; undefined for what is no day. */
export function readDay(text: string): string | undefined {
  const match = /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(text)
  if (!match) return undefined
  const day = `${match[1]}-${match[3]}-${match[4]}`
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined
}

/**
 * The one day of a file: of its lines where they say it, which is what `reports.json` must say too; else that of
 * `reports.json`, else the one in its name.
 * @throws {FileRefused} when it cannot be told, or the two differ
 */
export function dayOfFile(
  file: FoundFile,
  type: ReportType,
  header: Fields,
  first: Fields | undefined,
): string {
  const said = file.resource && dayOfResource(file.resource)
  if (!type.dated || !first) return said ?? dayInName(file.name)
  const text = first[columnsOf(header)('date')] ?? ''
  const day = readDay(text)
  if (!day) throw new FileRefused(`date is ${shown(text)}, not a day (YYYYMMDD)`, 2)
  if (said && said !== day) {
    throw new FileRefused(`its lines are of ${day}, but reports.json says that the report is of ${said}`, 2)
  }
  return day
}

function dayOfResource({ startTime, endTime }: ReportResource): string {
  const day = reportToday(new Date(startTime))
  const last = reportToday(new Date(Date.parse(endTime) - 1))
  if (day !== last)
    throw new FileRefused(`reports.json says that it runs from ${day} to ${last}; a report is of one day`)
  return day
}

function dayInName(name: string): string {
  const found = name.match(/(?<!\d)\d{4}(-?)\d\d\1\d\d(?!\d)/g) ?? []
  const days = new Set(found.map(readDay).filter((day) => day !== undefined))
  const [day] = days
  if (day && days.size === 1) return day
  throw new FileRefused(
    'nothing says which day it is of: put reports.json beside it, or one date (YYYYMMDD) into its name',
  )
}
