import { addDays } from '#contract/reports/calendar.ts'
import { createColumnLookup, type Fields } from '#server/platform/files/csv-records.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { FileRefusal, quoteValue } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import type { InputFile, ReportResource } from './input-files.ts'
import type { ReportType } from './types/report-type.ts'

/**
 * Sorts by day and, among several issues of a report, by age: both reports of a day follow each other, and so do their
 * issues. Files whose day is in neither `reports.json` nor the name come last.
 */
export const sortByIssue = (files: readonly InputFile[], created: Date | undefined): InputFile[] =>
  files
    .map((file) => ({
      file,
      day: guessDay(file) ?? '9999-12-31',
      time: getCreateTime(file, created).getTime(),
    }))
    .sort((a, b) => (a.day === b.day ? a.time - b.time : a.day < b.day ? -1 : 1))
    .map(({ file }) => file)

/** `created`: of files that `reports.json` does not list; their default is the time of their last change. */
export const getCreateTime = ({ resource, modifiedAt }: InputFile, created: Date | undefined): Date =>
  resource ? new Date(resource.createTime) : (created ?? modifiedAt)

/** Does not read the file. */
export function guessDay({ name, resource }: InputFile): string | undefined {
  try {
    return resource ? getListedDay(resource) : findDayInName(name)
  } catch (error) {
    if (error instanceof FileRefusal) return undefined
    throw error
  }
}

interface DayOptions {
  /** Of files that do not say their day. */
  day: string | undefined
  now?: Date
}

/**
 * The day in the lines must match `reports.json`; without one, falls back to `reports.json`, to the file name, then to the
 * given day, which no file may contradict.
 * @throws {FileRefusal} when the day is unknown, contradictory or later than tomorrow
 */
export function findReportDay(
  { day: given, now = new Date() }: DayOptions,
  file: InputFile,
  type: ReportType,
  header: Fields,
  first: Fields | undefined,
): string {
  const day = readReportDay(file, type, header, first) ?? given
  if (day === undefined)
    throw new FileRefusal(
      'its day is unknown: add --day, put one date (YYYYMMDD) into its name, or put reports.json into its folder',
    )
  if (given !== undefined && given !== day)
    throw new FileRefusal(`it is for ${day}, not for ${given} as --day says: import it without --day`)
  const today = getPacificDay(now)
  if (day > addDays(today, 1))
    throw new FileRefusal(
      `it is for ${day}, but today is ${today} in Pacific time: check its date and the clock of this machine`,
    )
  return day
}

function readReportDay(
  file: InputFile,
  type: ReportType,
  header: Fields,
  first: Fields | undefined,
): string | undefined {
  const listedDay = file.resource && getListedDay(file.resource)
  if (!type.hasDayColumn || !first) return listedDay ?? findDayInName(file.name)
  const text = first[createColumnLookup(header)('date')] ?? ''
  const day = parseDay(text)
  if (!day) throw new FileRefusal(`date is ${quoteValue(text)}, not a day (YYYYMMDD)`, 2)
  if (listedDay && listedDay !== day) {
    throw new FileRefusal(`its lines are for ${day}, but reports.json says the report is for ${listedDay}`, 2)
  }
  return day
}

function getListedDay({ startTime, endTime }: ReportResource): string {
  const day = getPacificDay(new Date(startTime))
  const last = getPacificDay(new Date(Date.parse(endTime) - 1))
  if (day !== last)
    throw new FileRefusal(`reports.json says it covers ${day} to ${last}; a report covers one day`)
  return day
}

function findDayInName(name: string): string | undefined {
  const found = name.match(/(?<!\d)\d{4}(-?)\d\d\1\d\d(?!\d)/g) ?? []
  const days = new Set(found.map(parseDay).filter((day) => day !== undefined))
  return days.size === 1 ? [...days][0] : undefined
}
