import { type RefusalBody, refusalStatuses } from '#contract/platform/errors.ts'
import { isUnreachable } from '#server/platform/db/database.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import type { ReportControl } from '#server/platform/http/response/control-log.ts'
import type { Log } from '#server/platform/log.ts'
import { getFieldMessage, getRefusalMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AppContext } from './context.ts'

interface ErrorLog {
  log: Log
  reportControl: ReportControl
  address: string
}

export function createErrorResponse(
  error: unknown,
  c: AppContext,
  { log, reportControl, address }: ErrorLog,
): Response {
  const locale = c.get('locale')
  const requestId = c.get('requestId')
  const refusal = toRefusal(error)
  reportControl(refusal, { requestId, path: c.req.path, address, accountId: c.get('accountId') })
  if (refusal.code === 'internal') log.error({ requestId, err: error }, 'unexpected error')
  if (refusal.code === 'unavailable' && refusal !== error)
    log.warn({ requestId, err: error }, 'database unreachable')
  if (refusal.code === 'storage_full')
    log.error({ requestId, err: error }, 'disk full: free some space; doctor says where')
  if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
  const fields =
    refusal.fields &&
    Object.fromEntries(
      Object.entries(refusal.fields).map(([name, code]) => [
        name,
        { code, message: getFieldMessage(code, locale) },
      ]),
    )
  const body: RefusalBody = {
    success: false,
    code: refusal.code,
    message: getRefusalMessage(refusal.code, locale),
    ...(fields && { fields }),
    requestId,
  }
  return c.json(body, refusalStatuses[refusal.code])
}

/** Until somebody may have freed some space. */
const retryAfterSeconds = 60

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('storage_full', { retryAfterSeconds })
  return new Refusal(isUnreachable(error) ? 'unavailable' : 'internal')
}
