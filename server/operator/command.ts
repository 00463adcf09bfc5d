import { Command } from '@commander-js/extra-typings'
import { type Config, ConfigError } from '#server/config.ts'
import { BusyError, type Database } from '#server/db/database.ts'
import { MigrationError } from '#server/db/migrate.ts'
import type { ImportProgress } from '#server/ingest/import-files.ts'

/** 0: success; 1: it ran, but something failed or needs attention; 2: invalid usage, or it could not run. */
export type ExitStatus = 0 | 1 | 2

export interface CommandContext {
  db: Database
  /** The settings of the process that holds the database. */
  config: Config
  /** The caller's working directory, which relative paths start from. */
  cwd: string
  signal: AbortSignal
  progress: ImportProgress
  print(lines: string | readonly string[]): void
}

/** What a command does once its arguments are valid; without a result the status is 0. */
export type Work = (context: CommandContext) => Promise<ExitStatus> | Promise<void>

/** Called by the action of a command, which runs before the database is opened. */
export type Schedule = (work: Work, options?: { managesMigrations: boolean }) => void

interface CommandTexts {
  summary: string
  help?: string
  /** Command lines without `npm run operator --`. */
  examples: readonly string[]
  exitStatus?: string
}

const defaultExitStatus = '0 success, 2 refused or failed; nothing was changed'

/** A command with its help. The name is the last word of what is typed; run.ts has the groups. */
export const createCommand = (
  name: string,
  { summary, help, examples, exitStatus = defaultExitStatus }: CommandTexts,
) =>
  new Command(name)
    .summary(summary)
    .description(help === undefined ? `${summary}.` : `${summary}.\n\n${help}`)
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  npm run operator -- ${example}\n`).join('')}\nExit status: ${exitStatus}.`,
    )

/** Invalid usage; the message says how to correct it. */
export class UsageError extends Error {}

/** An expected failure; the message is for the operator. */
export class OperatorError extends Error {}

export const formatError = (error: unknown): string =>
  [UsageError, OperatorError, ConfigError, BusyError, MigrationError].some((kind) => error instanceof kind)
    ? (error as Error).message
    : `Failed: ${(error as Error).message}`
