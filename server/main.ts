import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { siteHost } from '#contract/host.ts'
import { createApp } from './app.ts'
import { channelWork } from './channels/work.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { BusyError, type Database, openDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { demoAccounts, ensureDemo } from './demo/network.ts'
import { openYoutube, standInPath } from './demo/youtube.ts'
import type { App } from './http.ts'
import { refreshLists } from './ingest/lists.ts'
import { openJobs } from './job-bench.ts'
import type { OpenJobs } from './jobs.ts'
import { beginLife, type Lifetime } from './lifetime.ts'
import { createLog, type Log, plainError } from './log.ts'
import { serveOperator } from './operator/serve.ts'
import { findSite, sweepSessions } from './session.ts'
import { isBuilt, serveSite } from './static.ts'

const siteFolder = fileURLToPath(new URL('../dist', import.meta.url))
const sweepEveryMs = 60_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const life = beginLife(log)
  try {
    await start(config, log, life)
  } catch (error) {
    // What ends the process while it starts makes the start fail, too.
    if (life.ending) return
    tell(error)
    life.end(1)
  }
}

async function start(config: Config, log: Log, life: Lifetime): Promise<void> {
  const opening = openDatabase(config)
  life.atEnd(() =>
    opening.then(
      (db) => db.close(),
      () => {},
    ),
  )
  const db = await opening
  void db.lost.then((error) => {
    log.fatal({ err: error }, 'the database is lost')
    life.end(1)
  })
  await prepare(db, config.demo)
  if (!config.databaseUrl) life.atEnd(await serveOperator(db, config, log))
  const now = () => new Date()
  const { youtube, demonstration } = await openYoutube({ db, log, now, config })
  const jobs = await startJobs(db, log, life)
  const ending = new AbortController()
  const { behindProxy, mediaDir } = config
  const given = { db, log, now, behindProxy, mediaDir, youtube, jobs, demonstration }
  const app = createApp({ ...given, ending: ending.signal })
  if (await isBuilt(siteFolder)) {
    const isSite = async (host: string) => (await findSite(db, siteHost(host))) !== null
    await serveSite(app, siteFolder, { behindProxy: config.behindProxy, isSite })
  }
  if (life.ending) return
  listen(app, db, config, log, life, ending)
  life.atEnd(await channelWork({ db, log, youtube, jobs }))
  void catchUp(db, log)
  const sweeper = setInterval(() => void sweep(db, log), sweepEveryMs)
  life.atEnd(async () => clearInterval(sweeper))
}

async function startJobs(db: Database, log: Log, life: Lifetime): Promise<OpenJobs> {
  const jobs = openJobs(db, log)
  life.atEnd(() => jobs.close())
  await jobs.start()
  return jobs
}

function listen(
  app: App,
  db: Database,
  config: Config,
  log: Log,
  life: Lifetime,
  ending: AbortController,
): void {
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port })
  server.once('error', (error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE' ? `Port ${config.port} is in use: choose another with PORT.` : error.message
    console.error(why)
    life.end(1)
  })
  server.once('listening', () => {
    life.atEnd(async () => {
      ending.abort()
      await new Promise((resolve) => {
        server.close(resolve)
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })
    })
    announce(db, config, (server.address() as AddressInfo).port).catch((error: unknown) =>
      log.warn({ err: error }, 'the accounts of the demonstration could not be told'),
    )
  })
}

async function prepare(db: Database, demo: boolean): Promise<void> {
  const applied = await migrate(db)
  if (applied.length > 0) console.error(`Database prepared (${applied.join(', ')}).`)
  if (demo) await ensureDemo(db, new Date(), (line) => console.error(line))
}

/** Lists that an interrupted import left behind its figures; readers have the old ones until then. */
async function catchUp(db: Database, log: Log): Promise<void> {
  try {
    await refreshLists(db)
  } catch (error) {
    log.error({ err: error }, 'the lists of videos could not be brought up to date')
  }
}

/** Where the site is, and with which accounts to try it while they are the demonstration's. */
async function announce(db: Database, config: Config, port: number): Promise<void> {
  const address = `http://${config.host}:${port}`
  const lines = [`Hookline is ready: ${address}`]
  const accounts = await demoAccounts(db)
  if (accounts.length > 0) lines.push('', 'The demonstration network, to sign in with:')
  for (const { domain, role, email, password } of accounts) {
    const columns = [`http://${domain}:${port}`.padEnd(34), role.padEnd(9), email.padEnd(32), password]
    lines.push(`  ${columns.join('')}`)
  }
  const path = await standInPath(db, config)
  if (path) lines.push('', `Its stand-in for YouTube, to edit channels at: ${address}${path}`)
  console.error(`\n${lines.join('\n')}\n`)
}

async function sweep(db: Database, log: Log): Promise<void> {
  try {
    await sweepSessions(db, new Date())
  } catch (error) {
    log.warn({ err: error }, 'what has run out could not be removed')
  }
}

/** Says on the terminal why there is no start. */
function tell(error: unknown): void {
  const expected = error instanceof ConfigError || error instanceof BusyError
  console.error(expected ? error.message : (plainError(error).stack ?? error))
}

main().catch((error: unknown) => {
  tell(error)
  process.exit(1)
})
