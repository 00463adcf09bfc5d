import { isDiskFull } from '#server/platform/disk-full.ts'

/**
 * `denied`: the person declined. `consent`: it must be given again. `client`: Google rejects our OAuth client.
 * `permission`: no access to the content owner. `not_found`: the report or job is gone. `limited`: too many requests.
 * `unavailable`: no usable answer. `incomplete`: the download is damaged. `storage`: the spool folder cannot be written.
 */
export type FetchFailure =
  | 'denied'
  | 'consent'
  | 'client'
  | 'permission'
  | 'not_found'
  | 'limited'
  | 'unavailable'
  | 'incomplete'
  | 'storage'

/** The message is for the operator and never contains a token. */
export class FetchError extends Error {
  readonly failure: FetchFailure
  readonly retryAfterSeconds: number | undefined

  constructor(failure: FetchFailure, message: string, retryAfterSeconds?: number) {
    super(message)
    this.failure = failure
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const needsPerson = (failure: FetchFailure): boolean =>
  ['denied', 'consent', 'client', 'permission', 'storage'].includes(failure)

/** @returns undefined when the header is missing or makes no sense */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** The innermost system code, such as ECONNREFUSED, or else the name. */
export function getCauseCode(error: unknown): string {
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: string }
  return cause instanceof Error ? getCauseCode(cause) : String(code ?? name)
}

const storageCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EMFILE',
])

/** @returns undefined when the error is not one of the file system */
export function toStorageError(error: unknown): FetchError | undefined {
  const code = getCauseCode(error)
  if (!storageCodes.has(code)) return undefined
  const problem = isDiskFull(error) ? 'the disk is full' : 'it cannot be written'
  return new FetchError('storage', `the spool folder (SPOOL_DIR): ${problem} (${code})`)
}
