import { FetchError, parseRetryAfter } from './fetch-error.ts'

export class UnauthorizedError extends FetchError {}
export class ConflictError extends FetchError {}

/** Google also answers 403 when a quota is used up. */
const limitPattern = /quotaExceeded|rateLimitExceeded|limitExceeded|RESOURCE_EXHAUSTED/i

/** `reason`: YouTube's own words. */
export function createStatusError(
  status: number,
  reason: string | undefined,
  retryAfter: string | null | undefined,
  now: Date,
): FetchError {
  const message = `YouTube answers ${status}${reason ? ` (${reason})` : ''}`
  if (status === 401) return new UnauthorizedError('unavailable', message)
  const isLimited = status === 429 || (status === 403 && limitPattern.test(reason ?? ''))
  if (isLimited) return new FetchError('limited', message, parseRetryAfter(retryAfter, now))
  if (status === 403) return new FetchError('permission', message)
  if (status === 404) return new FetchError('not_found', message)
  if (status === 409) return new ConflictError('unavailable', message)
  return new FetchError('unavailable', message, parseRetryAfter(retryAfter, now))
}
