import type { Database, Queries } from '#server/db/connect.ts'

/**
 * Lets work on a database kill its own process at one of its steps (-1: at none). Each statement is a step, and so are
 * the moments before and after a commit. Prints the steps as they come.
 */
export function killAtStep(db: Database, wanted: number): Database {
  let steps = 0

  /** Before the statement or while it is being done, by turns. */
  async function step<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
    const at = steps++
    process.stdout.write(`${label.replace(/\s+/g, ' ').trim().slice(0, 70)}\n`)
    if (at !== wanted) return work()
    if (at % 2 === 0) kill()
    const result = work()
    await new Promise((resolve) => setTimeout(resolve, at % 7))
    kill()
    return result
  }

  const watched = (queries: Queries): Queries => ({
    query: (text, values) => step(text, () => queries.query(text, values)),
    copy: (into, chunk) => step(`copy ${into}`, () => queries.copy(into, chunk)),
    exec: (script) => step(script, () => queries.exec(script)),
  })

  return {
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
  }
}

const kill = () => process.kill(process.pid, 'SIGKILL')
