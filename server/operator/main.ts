import { ConfigError, readConfig } from '#server/config.ts'
import { BusyError, type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { OperatorError, UsageError } from './command.ts'
import { createProgress } from './progress.ts'
import { run } from './run.ts'

const stop = new AbortController()

/** Ends the work at the next safe place; a second signal ends it at once, which loses nothing either. */
function onSignal(name: string): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort(new OperatorError(`Stopped by ${name}; nothing half done is kept.`))
}

async function open(): Promise<Database> {
  const db = await openDatabase(readConfig(process.env))
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
try {
  const print = (line: string) => console.log(line)
  process.exitCode = await run(process.argv.slice(2), {
    open,
    signal: stop.signal,
    progress: createProgress(process.stderr),
    print,
  })
} catch (error) {
  const expected = [UsageError, OperatorError, ConfigError, BusyError].some((kind) => error instanceof kind)
  console.error(expected ? (error as Error).message : `Failed: ${(error as Error).message}`)
  process.exitCode = 2
}
