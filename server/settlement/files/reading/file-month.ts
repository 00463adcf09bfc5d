import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { Fields } from '#server/platform/files/csv-records.ts'
import { parseDay } from '#server/platform/files/day.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { parseMonth, parseWrittenMonth } from './values.ts'

/**
 * The lines above the header, then a column that says it, then the name.
 * @returns undefined when the file does not say which month it is for
 * @throws {FileRefusal} when they contradict each other, or name a period that is no month
 */
export function findFileMonth(
  linesAbove: readonly Fields[],
  columnValues: readonly string[],
  names: readonly string[],
): string | undefined {
  const inFile = findMonthAbove(linesAbove) ?? findMonthOfValues(columnValues)
  const inName = names.map(findMonthInName).find((month) => month !== undefined)
  if (inFile && inName && inFile !== inName)
    throw new FileRefusal(
      `its lines are for ${formatMonth(inFile)}, but its name says ${formatMonth(inName)}`,
    )
  return inFile ?? inName
}

/** "Video Report,20260301,20260331" is one cell where YouTube writes it in quotes. */
function findMonthAbove(lines: readonly Fields[]): string | undefined {
  const cells = lines.flat().flatMap((cell) => cell.split(','))
  const days = cells.flatMap((cell) => parseDay(cell.trim()) ?? [])
  return toMonth(days[0], days[1])
}

function toMonth(first: string | undefined, last: string | undefined): string | undefined {
  if (first === undefined) return undefined
  const month = getMonthStart(first)
  if (first !== month || (last !== undefined && last !== addDays(getMonthStart(first, 1), -1)))
    throw new FileRefusal(
      `it covers ${last ? `${first} to ${last}` : first}: the final file of a whole month is needed`,
    )
  return month
}

/** Undefined when they are of several months. */
export function findMonthOfValues(values: readonly string[]): string | undefined {
  const months = new Set(values.map(parseWrittenMonth))
  const [month] = months
  return months.size === 1 ? month : undefined
}

/** @param name with `_` for hyphens and spaces */
function findMonthInName(name: string): string | undefined {
  const ofReport = findMonthOfReport(name)
  if (ofReport) return ofReport
  const [, first = '', last] = /_M_(\d{8}|\d{6})(?:_(\d{8}))?(?!\d)/i.exec(name) ?? []
  if (first.length === 6) return parseMonth(first)
  if (first !== '') return toMonth(parseDay(first), last === undefined ? undefined : parseDay(last))
  const numbers = name.match(/(?<!\d)20\d{4}(?:\d\d)?(?!\d)/g) ?? []
  const days = numbers.flatMap((text) => parseDay(text) ?? [])
  if (
    days.length === 2 &&
    days[0] !== days[1] &&
    getMonthStart(days[0] ?? '') === getMonthStart(days[1] ?? '')
  )
    return toMonth(days[0], days[1])
  const months = new Set([
    ...days.filter((day) => day === getMonthStart(day)),
    ...numbers.flatMap((text) => parseMonth(text) ?? []),
    ...findWrittenMonths(name),
  ])
  const [month] = months
  return months.size === 1 ? month : undefined
}

/** "1-2025" and "2025-01", as accountants rename their files. */
const findWrittenMonths = (name: string): string[] =>
  [...name.matchAll(/(?<!\d|\d_)(?:(\d{1,2})_(20\d\d)|(20\d\d)_(\d\d))(?!\d|_\d)/g)].flatMap(
    ([, monthFirst, yearAfter, yearFirst, monthAfter]) =>
      parseMonth(`${yearAfter ?? yearFirst}-${(monthFirst ?? monthAfter ?? '').padStart(2, '0')}`) ?? [],
  )

/** "…_a1_2026_09.csv", or the start of its time, "…_a1_2026_09_01T07_00_00Z.csv", as Google's own programs save reports. */
function findMonthOfReport(name: string): string | undefined {
  const [, year, month, day] = /_a\d+_(20\d\d)_(\d\d)(?:_(\d\d)T\d\d_\d\d_\d\dZ)?(?!\d)/i.exec(name) ?? []
  if (!year || !month) return undefined
  return day === undefined
    ? parseMonth(`${year}-${month}`)
    : toMonth(parseDay(`${year}-${month}-${day}`), undefined)
}

/** @throws {FileRefusal} */
export function refuseUnfinishedMonth(month: string, now: Date): void {
  const today = getPacificDay(now)
  if (getMonthStart(month, 1) > today)
    throw new FileRefusal(
      `it is for ${formatMonth(month)}, which is not over: today is ${today} in Pacific time`,
    )
}
