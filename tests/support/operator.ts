import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOperatorCommand } from '#server/operator/run.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'

/** As private as that of an installation. */
const dataDir = join(tmpdir(), 'hookline-operator')
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

/** Runs an operator's command on a database that stays open. */
export const runOperator = (db: Database, ...args: string[]) => runOperatorWith(db, {}, ...args)

/** Runs a command in an environment. */
export async function runOperatorWith(db: Database, environment: Record<string, string>, ...args: string[]) {
  const lines: string[] = []
  const status = await runOperatorCommand(args, {
    openDatabase: async () => ({ ...db, close: async () => {} }),
    config: readConfig({ DATA_DIR: dataDir, YOUTUBE_API_KEY: 'a-key', ...environment }),
    cwd: process.cwd(),
    signal: new AbortController().signal,
    progress: { start() {}, advance() {}, completeFile() {}, startStep() {}, end() {} },
    print: (line) => lines.push(line),
  })
  return { status, lines, text: lines.join('\n') }
}
