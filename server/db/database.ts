import type * as z from 'zod/mini'
import type { ChangeListener } from './change-feed.ts'
import type { Sql } from './sql.ts'

/** The shape of a statement's rows. Define it once per module: zod compiles a schema on its first parse. */
export type RowSchema = z.ZodMiniType<object>

/** Runs statements. Drivers return int8 as a number, date as `YYYY-MM-DD`, timestamptz in ISO 8601. */
export interface Queryable {
  /** @returns the rows as their schema parses them @throws {RowError} when one does not match */
  query<Row extends RowSchema>(schema: Row, statement: Sql): Promise<z.output<Row>[]>
  /** @deprecated Pass a row schema and an `sql` fragment. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** @returns the number of affected rows */
  execute(statement: Sql): Promise<number>
  /** Appends rows. `into` is `table (columns)`, `chunk` whole lines of COPY's text format, about 1 MiB. */
  copyIn(into: Sql | string, chunk: Uint8Array): Promise<void>
  /** Runs several statements without parameters. */
  exec(script: Sql | string): Promise<void>
}

/** Reads what was committed at one moment, unaffected by later writes. */
export interface Snapshot extends Pick<Queryable, 'query'> {
  /** The rows of a select in COPY's text format, in one piece: select slices of a table. */
  copyOut(select: Sql | string): Promise<Uint8Array>
}

/** PostgreSQL, by a server or embedded: the two behave the same behind this. */
export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /** Comes when the database has gone for good although nobody closed it; a server's connections are made anew. */
  readonly failure: Promise<Error>
  /** All of it or nothing; the work runs on one connection. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Only reads. Writing goes on meanwhile; on the embedded database it waits. */
  readSnapshot<Result>(work: (view: Snapshot) => Promise<Result>): Promise<Result>
  /** @throws {BusyError} when another process is doing work of this name */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Tells of the changes that are committed, by any process. @returns how to stop */
  listen(listener: ChangeListener): () => void
  /** Comes when the listeners have heard of every change that was made through this before. */
  drainChanges(): Promise<void>
  close(): Promise<void>
}

/** Somebody else holds what is needed: a database folder, an import. The message is for people. */
export class BusyError extends Error {}

const unreachableCodes =
  /^(ECONN|CONNECT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|53300|57P0[1-3])/

/** Whether a statement failed because the database cannot be reached now, as it may be again in a moment. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unreachableCodes.test(String(error.code))

/** An integer that JavaScript can hold exactly; figures beyond would be shown wrong. */
export function exactInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The integer ${text} is beyond 2^53.`)
  return number
}
