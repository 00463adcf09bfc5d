import { maxTrackSeconds } from '#contract/portal/desk/music.ts'

/** 2:45 */
export const formatSeconds = (seconds: number | null): string =>
  seconds === null ? '' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Seconds, m:ss or h:mm:ss; null: empty; undefined: it is none of these. */
export function parseSeconds(text: string): number | null | undefined {
  if (text === '') return null
  if (!/^\d{1,5}$|^(?:\d{1,2}:)?\d{1,3}:[0-5]\d$/.test(text)) return undefined
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds > 0 && seconds <= maxTrackSeconds ? seconds : undefined
}
