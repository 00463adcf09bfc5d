import { statfs } from 'node:fs/promises'

const intervalMs = 5_000
const stallMs = 15_000
/** A segment of PostgreSQL's write-ahead log. */
const segmentBytes = 16 * 1024 * 1024

/**
 * Watchdog: the embedded PostgreSQL never returns from a statement that needs a new segment of its log on a full disk, also
 * when there is space again. What was committed is safe: the next start replays the log.
 * @param getSilenceMs for how long the database has owed an answer
 * @returns a function that stops it
 */
export function watchForStall(
  folder: string,
  getSilenceMs: () => number,
  onStall: (error: Error) => void,
): () => void {
  const timer = setInterval(async () => {
    if (getSilenceMs() < stallMs) return
    const disk = await statfs(folder).catch(() => null)
    if (!disk || disk.bavail * disk.bsize >= segmentBytes || getSilenceMs() < stallMs) return
    clearInterval(timer)
    const error = new Error('The embedded database has no space for its log, and was stopped.')
    onStall(Object.assign(error, { code: '53100' }))
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
