/** Accepts `YYYYMMDD` and `YYYY-MM-DD`; undefined for anything but a calendar day. */
export function parseDay(text: string): string | undefined {
  const match = /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(text)
  if (!match) return undefined
  const day = `${match[1]}-${match[3]}-${match[4]}`
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined
}

const writtenDay = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[.日일]?$/

/**
 * Also accepts days as people and spreadsheets write them: "2026/3/5", "2026. 3. 5.", "2026年3月5日", "2026년 3월 5일"; undefined
 * for anything but a calendar day.
 */
export function parseWrittenDay(text: string): string | undefined {
  const [, ...parts] = writtenDay.exec(text.trim()) ?? []
  return parseDay(parts.length > 0 ? parts.map((part) => part.padStart(2, '0')).join('-') : text.trim())
}
