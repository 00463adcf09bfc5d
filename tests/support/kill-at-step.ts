import type { Database, Queryable } from '#server/platform/db/database.ts'
import { interceptStatements } from './intercept-statements.ts'

/**
 * Lets work on a database kill its own process at one of its steps (-1: none). Each statement is a step, and so are the
 * moments before and after a commit. Prints the steps as they occur. Patterns name steps that come one after the other, with
 * any others between them: the last is the one.
 */
export function killAtStep(db: Database, target: number | readonly RegExp[]): Database {
  let steps = 0
  let next = 0

  function isTarget(label: string, index: number): boolean {
    if (typeof target === 'number') return index === target
    if (target[next]?.test(label.trim())) next++
    return next > 0 && next === target.length
  }

  /** Alternates between killing before the statement and during it. */
  async function runStep<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
    const index = steps++
    process.stdout.write(`${label.replace(/\s+/g, ' ').trim().slice(0, 70)}\n`)
    if (!isTarget(label, index)) return work()
    if (index % 2 === 0) killProcess()
    const result = work()
    await new Promise((resolve) => setTimeout(resolve, index % 7))
    killProcess()
    return result
  }

  const instrument = (queries: Queryable): Queryable => interceptStatements(queries, runStep)

  return {
    ...db,
    ...instrument(db),
    async transaction(work) {
      const result = await db.transaction(async (tx) => {
        const result = await work(instrument(tx))
        await runStep('before a commit', async () => {})
        return result
      })
      await runStep('after a commit', async () => {})
      return result
    },
  }
}

const killProcess = () => process.kill(process.pid, 'SIGKILL')
