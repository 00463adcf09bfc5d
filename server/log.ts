import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Lines of JSON, on stdout if nothing else is said. What could hold a secret is never handed to it. */
export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: plainError },
    },
    to,
  )

/** SQLSTATE class 22: the value that a statement could not take is quoted in its message. */
const quotesValue = /^22/

/** What may be known of an error; PostgreSQL adds values of rows and parameters to its own. */
export function plainError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, constraint } = error as Error & {
    code?: unknown
    constraint?: unknown
    constraint_name?: unknown
  }
  return { type: error.constructor.name, message: error.message, stack: error.stack, code, constraint }
}
