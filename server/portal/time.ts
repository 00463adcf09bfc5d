const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?$/i

/** @returns why it is none, if it is none: without a full stop */
export function parseTime(text: string): Date | string {
  const [, day = '', time = '', zone] = timePattern.exec(text) ?? []
  const calendarDay = new Date(`${day}T00:00:00Z`)
  // Date would roll February 30 over.
  if (Number.isNaN(calendarDay.getTime()) || !calendarDay.toISOString().startsWith(day))
    return 'Expected a time with its time zone, for example 2026-12-01T09:00+09:00'
  if (zone === undefined)
    return `The time zone is missing: ${day}T${time}+09:00 for Seoul, ${day}T${time}Z for UTC`
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(date.getTime()) ? 'There is no such time' : date
}
