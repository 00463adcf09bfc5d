import { type Logger, pino } from 'pino'

export type Log = Logger

/** Lines of JSON on stdout. What could hold a secret (headers, bodies, queries) is never handed to it. */
export const createLog = (level: string): Log =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
