/** Accepts `YYYYMMDD` and `YYYY-MM-DD`; undefined for anything but a calendar day. */
export function parseDay(text: string): string | undefined {
  const match = /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(text)
  if (!match) return undefined
  const day = `${match[1]}-${match[3]}-${match[4]}`
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined
}
