import type { Database } from '#server/db/connect.ts'
import { run } from '#server/operator/run.ts'

/** Runs an operator's command on a database that stays open. */
export async function operate(db: Database, ...words: string[]) {
  const lines: string[] = []
  const status = await run(words, {
    open: async () => ({ ...db, close: async () => {} }),
    folder: process.cwd(),
    signal: new AbortController().signal,
    progress: { begin() {}, reach() {}, done() {}, step() {}, end() {} },
    print: (line) => lines.push(line),
  })
  return { status, lines, text: lines.join('\n') }
}
