import type { ParseArgsConfig } from 'node:util'
import { type Config, ConfigError } from '#server/config.ts'
import { BusyError, type Database } from '#server/db/database.ts'
import { MigrationError } from '#server/db/migrate.ts'
import type { ImportProgress } from '#server/ingest/import-files.ts'

/** What was written after a command's words. */
export interface CommandArguments {
  positionals: string[]
  value(option: string): string | undefined
  /** Of an option that may be given several times. */
  values(option: string): string[]
  flag(option: string): boolean
}

/** One command of the operator. */
export interface Command {
  /** Its words, as they are typed. */
  name: string
  /** What follows the words. */
  usage: string
  /** One line. */
  summary: string
  /** More lines, for its own help. */
  help?: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Prepares the tables itself, where there are none yet. */
  managesMigrations?: true
  /** Checks what was given before the database is opened, and returns the work. */
  prepare(given: CommandArguments): (context: CommandContext) => Promise<ExitStatus>
}

export interface CommandContext {
  db: Database
  /** What the process was told that holds the database, or would serve it. */
  config: Config
  /** Where the paths that were given begin. */
  cwd: string
  /** Aborted by a signal. */
  signal: AbortSignal
  /** Hears how a long work goes on. */
  progress: ImportProgress
  /** Writes a line of the result. */
  print(line: string): void
}

/** 0: all is fine; 1: it ran, but not everything could be done; 2: it was called wrongly or could not run. */
export type ExitStatus = 0 | 1 | 2

/** The command was written wrongly; the message says how. */
export class UsageError extends Error {}

/** It cannot be done; the message is for the operator. */
export class OperatorError extends Error {}

/** What the operator is told of an error. */
export const formatError = (error: unknown): string =>
  [UsageError, OperatorError, ConfigError, BusyError, MigrationError].some((kind) => error instanceof kind)
    ? (error as Error).message
    : `Failed: ${(error as Error).message}`
