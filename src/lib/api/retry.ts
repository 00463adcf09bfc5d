const retryableStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const initialDelayMs = 300
const maxDelayMs = 5_000

export const isRetryable = (status: number) => retryableStatuses.has(status)

/** A limit that lasts longer than anybody waits: another attempt would be refused as well, and counted. */
export const isLongLimit = (status: number, retryAfter: string | null): boolean =>
  status === 429 && (parseRetryAfter(retryAfter) ?? 0) > maxDelayMs

/** Milliseconds: `Retry-After`, otherwise exponential backoff with jitter. */
export function getRetryDelay(attempt: number, retryAfter: string | null): number {
  const requestedMs = parseRetryAfter(retryAfter)
  const backoffMs = initialDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  return Math.min(requestedMs ?? backoffMs, maxDelayMs)
}

function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}

/** Rejects with the signal's reason on abort. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => reject(signal?.reason)
    setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
