import { type RefusalBody, refusals } from '#contract/errors.ts'
import { isUnreachable } from './db/connect.ts'
import { type AppContext, Refusal } from './http.ts'
import type { Log } from './log.ts'
import { fieldMessage, refusalMessage } from './messages.ts'

/** The reply to anything that was thrown. Only a Refusal is foreseen; the rest is logged as a bug. */
export function answerError(error: unknown, c: AppContext, log: Log): Response {
  const locale = c.get('locale')
  const requestId = c.get('requestId')
  const refusal = asRefusal(error)
  if (refusal.code === 'internal') log.error({ requestId, err: error }, 'unforeseen error')
  if (refusal.code === 'unavailable') log.warn({ requestId, err: error }, 'the database does not answer')
  if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
  const fields =
    refusal.fields &&
    Object.fromEntries(
      Object.entries(refusal.fields).map(([name, code]) => [
        name,
        { code, message: fieldMessage(code, locale) },
      ]),
    )
  const body: RefusalBody = {
    success: false,
    code: refusal.code,
    message: refusalMessage(refusal.code, locale),
    ...(fields && { fields }),
    requestId,
  }
  return c.json(body, refusals[refusal.code])
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal(isUnreachable(error) ? 'unavailable' : 'internal')
}
