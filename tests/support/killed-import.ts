import { readConfig } from '#server/config.ts'
import { type Database, openDatabase, type Queries } from '#server/db/connect.ts'
import { importFiles } from '#server/ingest/import-files.ts'

// Imports files and kills its own process at one of its steps: `killed-import.ts <step or -1> <files …>`. Each
// statement is a step, and so are the moments before and after a commit. Prints the steps as they come.

const [wanted, ...paths] = process.argv.slice(2)
const kill = () => process.kill(process.pid, 'SIGKILL')
let steps = 0

/** Before the statement or while it is being done, by turns. */
async function step<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const at = steps++
  process.stdout.write(`${label.replace(/\s+/g, ' ').trim().slice(0, 70)}\n`)
  if (at !== Number(wanted)) return work()
  if (at % 2 === 0) kill()
  const result = work()
  await new Promise((resolve) => setTimeout(resolve, at % 7))
  kill()
  return result
}

const watched = (db: Queries): Queries => ({
  query: (text, values) => step(text, () => db.query(text, values)),
  copy: (into, chunk) => step(`copy ${into}`, () => db.copy(into, chunk)),
  exec: (script) => step(script, () => db.exec(script)),
})

const watchedDatabase = (db: Database): Database => ({
  ...db,
  ...watched(db),
  async transaction(work) {
    const result = await db.transaction(async (tx) => {
      const result = await work(watched(tx))
      await step('before a commit', async () => {})
      return result
    })
    await step('after a commit', async () => {})
    return result
  },
})

const db = await openDatabase(readConfig(process.env))
await importFiles(watchedDatabase(db), paths, { created: new Date('2026-05-01T00:00:00Z') })
await db.close()
