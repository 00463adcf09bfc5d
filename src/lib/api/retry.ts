const retryableStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const initialDelayMs = 300
const maxDelayMs = 5_000

export const isRetryable = (status: number) => retryableStatuses.has(status)

/** Milliseconds to wait after the given attempt: what the server asks for, else longer each time, with some chance. */
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

/** Waits; throws the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
