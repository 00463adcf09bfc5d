import type * as z from 'zod/mini'
import type { ChangeListener } from './change-feed.ts'
import type { Sql } from './sql.ts'

/** The shape of a statement's rows. Define it once per module: zod compiles a schema on its first parse. */
export type RowSchema = z.ZodMiniType<object>

/** Runs statements. Drivers return int8 as a number, date as `YYYY-MM-DD`, timestamptz in ISO 8601. */
export interface Queryable {
  /** @returns the rows as their schema parses them @throws {RowError} when one does not match */
  query<Row extends RowSchema>(schema: Row, statement: Sql): Promise<z.output<Row>[]>
  /** @returns the number of affected rows */
  execute(statement: Sql): Promise<number>
  /** Appends rows. `into` is `table (columns)`, `chunk` whole lines of COPY's text format, about 1 MiB. */
  copyIn(into: Sql, chunk: Uint8Array): Promise<void>
  /** Runs several statements without parameters. */
  exec(script: Sql): Promise<void>
}

/** Reads what was committed at one moment, unaffected by later writes. */
export interface Snapshot extends Pick<Queryable, 'query'> {
  /** The rows of a select in COPY's text format, in one piece: select slices of a table. */
  copyOut(select: Sql): Promise<Uint8Array>
}

/** PostgreSQL on a server or embedded, with the same behavior. */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /** Resolves when an embedded database has stopped unexpectedly; connections to a server reconnect instead. */
  readonly failure: Promise<Error>
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** A read-only, repeatable-read transaction. An embedded database delays writes until it ends. */
  readSnapshot<Result>(work: (view: Snapshot) => Promise<Result>): Promise<Result>
  /** Runs work under a named advisory lock. @throws {BusyError} when the lock is taken */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Subscribes to committed changes of all processes. @returns a function that unsubscribes */
  listen(listener: ChangeListener): () => void
  /** Read your writes: resolves when the listeners know all changes made through this object before. */
  drainChanges(): Promise<void>
  close(): Promise<void>
}

/** A lock is taken by someone else. The message is shown to people. */
export class BusyError extends Error {}

const unreachableCodes =
  /^(ECONN|CONNECT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|53300|57P0[1-3])/

/** Whether an error means that the database is temporarily unreachable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unreachableCodes.test(String(error.code))

/** @throws {RangeError} for an integer that JavaScript cannot represent exactly */
export function exactInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The integer ${text} exceeds 2^53.`)
  return number
}
