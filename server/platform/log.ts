import { fstatSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { formatLogLine } from './console.ts'

export type Log = Logger

const stdout = 1
/** Of lines that wait for space on a full disk; later ones are lost. */
const maxWaitingBytes = 1024 * 1024

function createDestination(): DestinationStream {
  if (process.stdout.isTTY) return { write: (line) => void process.stdout.write(formatLogLine(line)) }
  return fstatSync(stdout).isFile() ? createFileDestination() : pino.destination(stdout)
}

/** Goes on without lines that a full disk refuses: by default they end the process, which then waits for space to flush them. */
function createFileDestination(): DestinationStream {
  const file = pino.destination({ dest: stdout, sync: true, maxLength: maxWaitingBytes })
  file.on('error', () => {})
  file.flushSync = () => {}
  return file
}

/** JSON lines, or lines for people at a terminal. Never pass anything that may contain a secret. `base`: fields of every line. */
export const createLog = (
  level: string,
  destination: DestinationStream = createDestination(),
  base: Record<string, unknown> | null = null,
): Log =>
  pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    destination,
  )

interface DatabaseError extends Error {
  code?: unknown
  constraint?: unknown
  constraint_name?: unknown
}

/** Omits details of PostgreSQL errors, which contain row and parameter values. */
export function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, constraint, constraint_name } = error as DatabaseError
  const message = redactValue(error.message, code)
  return {
    type: error.constructor.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    code,
    constraint: constraint ?? constraint_name,
  }
}

/** Errors of SQLSTATE class 22 quote the invalid value. */
const redactValue = (message: string, code: unknown) =>
  /^22...$/.test(String(code)) ? message.replace(/".*"/s, '"…"') : message
