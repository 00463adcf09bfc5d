import { Command } from '@commander-js/extra-typings'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import { MigrationError } from '#server/platform/db/migrate.ts'
import type { ImportProgress } from '#server/platform/files/import-progress.ts'

/** 0: success; 1: finished, but something failed or needs attention; 2: invalid usage or unable to run. */
export type ExitStatus = 0 | 1 | 2

export interface CommandContext {
  db: Database
  config: Config
  cwd: string
  signal: AbortSignal
  progress: ImportProgress
  print(lines: string | readonly string[]): void
}

/** No result means status 0. */
export type Work = (context: CommandContext) => Promise<ExitStatus> | Promise<void>

/** Called by a command's action, before the database is opened. */
export type Schedule = (work: Work, options?: { managesMigrations: boolean }) => void

interface CommandTexts {
  summary: string
  help?: string
  examples: readonly string[]
  exitStatus?: string
}

const defaultExitStatus = '0 success, 2 refused or failed; nothing was changed'

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

export class UsageError extends Error {}

export class OperatorError extends Error {}

export const formatError = (error: unknown): string =>
  [UsageError, OperatorError, ConfigError, BusyError, MigrationError].some((kind) => error instanceof kind)
    ? (error as Error).message
    : `Failed: ${(error as Error).message}`
