import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ExitStatus } from '#server/platform/command-line/command.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { protectDataFolder, restrictNewFiles } from '#server/platform/data-folder.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import { explainDiskFull } from '#server/platform/disk-full.ts'
import { escapeControls } from '#server/platform/escape-controls.ts'
import { ExpectedError, formatError } from '#server/platform/expected-error.ts'
import { createProgress } from './progress.ts'
import { delegateToServer } from './socket-client.ts'

// Loads commands on demand, from the cache of compiled modules: often the server runs the command.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))

const startupTimeoutMs = 3_000

const abortController = new AbortController()

/** The first signal stops at the next safe point, the second one exits immediately. */
function onSignal(name: string): void {
  if (abortController.signal.aborted) process.exit(130)
  abortController.abort(new ExpectedError(`Stopped by ${name}; no partial change remains.`))
}

async function openCommandDatabase(config: Config, needsMigrations: boolean): Promise<Database> {
  const { openDatabase } = await import('#server/platform/db/adapters/open.ts')
  await protectDataFolder(config.dataDir)
  const db = await openDatabase(config)
  try {
    if (needsMigrations) {
      const { requireMigrations } = await import('#server/platform/db/migrate.ts')
      await requireMigrations(db)
    }
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

const createRunContext = (config: Config) => ({
  openDatabase: (needsMigrations: boolean) => openCommandDatabase(config, needsMigrations),
  config,
  // Set by npm run operator, which runs this in the project's folder.
  cwd: process.env.OPERATOR_CWD ?? process.cwd(),
  person: process.env.SUDO_USER || undefined,
  signal: abortController.signal,
  progress: createProgress(process.stderr),
  print: (line: string) => console.log(escapeControls(line)),
  printError: (line: string) => console.error(escapeControls(line)),
})

async function runHere(args: string[], context: ReturnType<typeof createRunContext>): Promise<ExitStatus> {
  const { runOperatorCommand } = await import('./run.ts')
  return runOperatorCommand(args, context)
}

async function runCommand(args: string[]): Promise<ExitStatus> {
  const config = readConfig(process.env)
  return runWith(config, args).catch(async (error: unknown) => {
    throw await explainDiskFull(error, config)
  })
}

/** Delegates to the server if it holds the embedded database, which only one process can open. */
async function runWith(config: Config, args: string[]): Promise<ExitStatus> {
  const context = createRunContext(config)
  if (config.databaseUrl) return runHere(args, context)
  const status = await delegateToServer(config.dataDir, args, context)
  if (status !== null) return status
  try {
    return await runHere(args, context)
  } catch (error) {
    const delegatedStatus =
      error instanceof BusyError && (await delegateToServer(config.dataDir, args, context, startupTimeoutMs))
    if (typeof delegatedStatus === 'number') return delegatedStatus
    throw error
  }
}

/** A reader such as `head` has enough: the command goes on to its end. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
restrictNewFiles()
try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(formatError(error))
  process.exitCode = 2
}
