import { type Config, readConfig } from '#server/config.ts'
import { BusyError, type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { type ExitStatus, OperatorError, toldOf } from './command.ts'
import { handOver } from './hand-over.ts'
import { createProgress } from './progress.ts'
import { run } from './run.ts'

/** A server that has the database and does not answer yet is about to. */
const startingMs = 3_000

const stop = new AbortController()

/** Ends the work at the next safe place; a second signal ends it at once, which loses nothing either. */
function onSignal(name: string): void {
  if (stop.signal.aborted) process.exit(130)
  stop.abort(new OperatorError(`Stopped by ${name}; nothing half done is kept.`))
}

async function open(config: Config, prepare: boolean): Promise<Database> {
  const db = await openDatabase(config)
  try {
    if (prepare) await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

const surroundings = (config: Config) => ({
  open: (prepare: boolean) => open(config, prepare),
  config,
  folder: process.cwd(),
  signal: stop.signal,
  progress: createProgress(process.stderr),
  print: (line: string) => console.log(line),
  complain: (line: string) => console.error(line),
})

/** Here, or by the server that holds the embedded database: two processes cannot open it. */
async function perform(words: string[]): Promise<ExitStatus> {
  const config = readConfig(process.env)
  const here = surroundings(config)
  if (config.databaseUrl) return run(words, here)
  const status = await handOver(config.dataDir, words, here)
  if (status !== null) return status
  try {
    return await run(words, here)
  } catch (error) {
    const late = error instanceof BusyError && (await handOver(config.dataDir, words, here, startingMs))
    if (typeof late === 'number') return late
    throw error
  }
}

process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
try {
  process.exitCode = await perform(process.argv.slice(2))
} catch (error) {
  console.error(toldOf(error))
  process.exitCode = 2
}
