const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?$/i

/** A moment with its zone; else what is wrong with it. */
export function parseTime(text: string): Date | string {
  const [, day, time, zone] = timePattern.exec(text) ?? []
  if (day === undefined || time === undefined || !isValidDay(day))
    return 'is a time with its zone, for instance 2026-12-01T09:00+09:00'
  if (zone === undefined)
    return `needs a zone: ${day}T${time}+09:00 in Seoul, ${day}T${time}Z in universal time`
  const moment = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(moment.getTime()) ? 'is no time that there is' : moment
}

/** The 30th of February is none. */
function isValidDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
