import type * as z from 'zod/mini'
import { ExpectedError } from '#server/platform/expected-error.ts'
import type { ChangeListener } from './change-feed.ts'
import type { PoolState } from './pool-usage.ts'
import type { Sql } from './sql.ts'

/** Define once per module: zod compiles a schema on its first parse. */
export type RowSchema = z.ZodMiniType<object>

export interface QueryOptions {
  /**
   * `generic`: for a statement whose best plan is the same for all values. A PostgreSQL server plans it once per connection,
   * unless it is part of a transaction: planning takes longer than looking up a few rows. Use `integer` for a limit.
   */
  plan?: 'custom' | 'generic'
}

/** Drivers return int8 as a number, date as `YYYY-MM-DD` and timestamptz as ISO 8601. */
export interface Queryable {
  /** @throws {RowError} when a row does not match its schema */
  query<Row extends RowSchema>(schema: Row, statement: Sql, options?: QueryOptions): Promise<z.output<Row>[]>
  execute(statement: Sql): Promise<number>
  /** `into`: `table (columns)`; `chunk`: whole lines in COPY text format, about 1 MiB. */
  copyIn(into: Sql, chunk: Uint8Array): Promise<void>
  exec(script: Sql): Promise<void>
}

/** Writes fail. */
export interface Snapshot extends Queryable {
  /** COPY text format, all in memory: select only a slice of a table. */
  copyOut(select: Sql): Promise<Uint8Array>
}

export interface Database extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /** Resolves when an embedded database stops unexpectedly; server connections reconnect instead. */
  readonly failure: Promise<Error>
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Read-only, repeatable read. An embedded database delays writes until it ends. */
  readSnapshot<Result>(work: (view: Snapshot) => Promise<Result>): Promise<Result>
  /** Advisory lock. @throws {BusyError} when the lock is taken */
  withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Committed changes of all processes. @returns an unsubscribe function */
  listen(listener: ChangeListener): () => void
  /** Read-your-writes: resolves once listeners have seen all changes made through this object. */
  drainChanges(): Promise<void>
  getPools(): PoolState[]
  close(): Promise<void>
}

/** The message is shown to users. */
export class BusyError extends ExpectedError {}

const unreachableCodes =
  /^(ECONN|CONNECT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|53300|57P0[1-3])/

const databaseErrors = new WeakSet<Error>()

/** For adapters: marks where an error comes from. Broken connections of clients have the same codes. */
export function markDatabaseError<Thrown>(error: Thrown): Thrown {
  if (error instanceof Error) databaseErrors.add(error)
  return error
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  databaseErrors.has(error) &&
  'code' in error &&
  unreachableCodes.test(String(error.code))

/** @throws {RangeError} for an integer that JavaScript cannot represent exactly */
export function exactInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The integer ${text} exceeds 2^53.`)
  return number
}
