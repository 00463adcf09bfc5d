import { tmpdir } from 'node:os'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { run } from '#server/operator/run.ts'

/** Runs an operator's command on a database that stays open. */
export const operate = (db: Database, ...words: string[]) => operateIn(db, {}, ...words)

/** The same in an environment. */
export async function operateIn(db: Database, environment: Record<string, string>, ...words: string[]) {
  const lines: string[] = []
  const status = await run(words, {
    open: async () => ({ ...db, close: async () => {} }),
    config: readConfig({ DATA_DIR: tmpdir(), YOUTUBE_API_KEY: 'a-key', ...environment }),
    folder: process.cwd(),
    signal: new AbortController().signal,
    progress: { begin() {}, reach() {}, done() {}, step() {}, end() {} },
    print: (line) => lines.push(line),
  })
  return { status, lines, text: lines.join('\n') }
}
