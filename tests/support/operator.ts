import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOperatorCommand } from '#server/operator/run.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { explainDiskFull } from '#server/platform/disk-full.ts'
import { formatError } from '#server/platform/expected-error.ts'

/** As private as that of an installation. */
const dataDir = join(tmpdir(), 'hookline-operator')
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

/** Runs an operator's command on a database that stays open. */
export const runOperator = (db: Database, ...args: string[]) => runOperatorWith(db, {}, ...args)

const readTestConfig = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, YOUTUBE_API_KEY: 'a-key', ...environment })

/** Runs a command in an environment. */
export async function runOperatorWith(db: Database, environment: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  const status = await runOperatorCommand(args, {
    openDatabase: async () => ({ ...db, close: async () => {} }),
    config: readTestConfig(environment),
    cwd: process.cwd(),
    signal: new AbortController().signal,
    progress: { start() {}, advance() {}, completeFile() {}, startStep() {}, end() {} },
    print: (line) => lines.push(line),
  })
  return { status, lines, text: lines.join('\n') }
}

/** Runs a command that may fail. @returns what its process prints and ends with */
export async function runFailingOperator(
  db: Database,
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ status: number; text: string }> {
  return runOperatorWith(db, environment, ...args).catch(async (error: unknown) => ({
    status: 2,
    text: formatError(await explainDiskFull(error, readTestConfig(environment))),
  }))
}
