import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { createApp, type Dependencies } from './app.ts'
import { startChannelWorkers } from './channels/workers.ts'
import { deleteExpiredShares } from './channels/youtube/quota.ts'
import { selectDemoAccounts } from './demo/data/accounts.ts'
import { demoMailRoutes, findMailboxUrl } from './demo/mail/mail-routes.ts'
import { demoRoutes } from './demo/media/routes.ts'
import { connectReporting } from './demo/reporting/reporting.ts'
import { prepareDemo } from './demo/seed/prepare.ts'
import { connectYoutube, findFakeYoutubeUrl } from './demo/youtube/youtube.ts'
import { stateSubjects } from './metrics.ts'
import { listTransportFindings } from './operations/commands/transport-checks.ts'
import { startOperatorSocket } from './operator/socket-server.ts'
import { deleteExpiredRows } from './people/credentials/expiry.ts'
import { createConfiguredEncryption, type Encryption } from './platform/auth/encryption.ts'
import { ClusterMetrics } from './platform/cluster/metrics.ts'
import { startProcesses } from './platform/cluster/primary.ts'
import { connectToPrimary, type PrimaryLink } from './platform/cluster/worker.ts'
import { type Config, ConfigError, type ReportingConfig, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/adapters/open.ts'
import { BusyError, type Database } from './platform/db/database.ts'
import { MigrationError, migrate } from './platform/db/migrate.ts'
import { startMetricsListener } from './platform/http/metrics-listener.ts'
import type { Scrape } from './platform/http/metrics-route.ts'
import { createServerOptions, limitConnections } from './platform/http/request/connection-limits.ts'
import type { App } from './platform/http/request/services.ts'
import { createJobQueue } from './platform/jobs/pg-boss-queue.ts'
import type { ManagedJobQueue } from './platform/jobs/queue.ts'
import { startTraceLog } from './platform/jobs/trace-log.ts'
import { type Lifecycle, startLifecycle } from './platform/lifecycle.ts'
import { createLog, type Log, serializeError } from './platform/log.ts'
import { startMailWorker } from './platform/mail/worker.ts'
import { createSnapshots } from './platform/metrics/process.ts'
import { formatSnapshots } from './platform/metrics/registry.ts'
import { createContentLoader } from './portal/pages/page-content.ts'
import { isSiteBuilt, serveSite } from './portal/pages/static-site.ts'
import { createOauthClient } from './reports/fetching/api/oauth.ts'
import { startReportFetching } from './reports/fetching/worker.ts'
import { startListWorker } from './reports/lists/list-worker.ts'
import { refreshLists } from './reports/lists/lists.ts'
import { startRateUpdates } from './reports/rates/worker.ts'

const siteFolder = fileURLToPath(new URL('../dist', import.meta.url))
const cleanupIntervalMs = 60_000
const warmDelayMs = 200
/** Longer than a claim of another, stopped machine lasts. */
const lockTimeoutMs = 60_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const isPrimary = config.processCount > 1 && config.processNumber === undefined
  const log = createLog(config.logLevel, undefined, getLogBase(config))
  const lifecycle = startLifecycle(log)
  if (config.processNumber === undefined) warnOfPlainConnections(config, log)
  try {
    await (isPrimary ? startPrimary : start)(config, log, lifecycle)
  } catch (error) {
    // Stopping during startup makes the startup fail as well.
    if (lifecycle.isStopping) return
    printError(error)
    lifecycle.stop(1)
  }
}

function warnOfPlainConnections(config: Config, log: Log): void {
  for (const { subject, status, message, fix } of listTransportFindings(config))
    if (status !== 'ok') log.warn({ fix }, `${subject}: ${message}`)
}

/** Lines of several processes name theirs; the primary is 0. */
const getLogBase = ({ processCount, processNumber = 0 }: Config) =>
  processCount > 1 ? { process: processNumber } : null

/** Prepares the database, then leaves everything else to the processes. */
async function startPrimary(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  const db = await openDatabase(config)
  const print = await prepareDatabase(db, config, createConfiguredEncryption(config))
    .then(() => createStartupMessage(db, config))
    .finally(() => db.close())
  if (lifecycle.isStopping) return
  const metrics = isMeasured(config) ? new ClusterMetrics(log) : undefined
  const port = await startProcesses(config.processCount, log, lifecycle, metrics)
  if (metrics) await listenForScrapes(config, () => metrics.scrape(), log, lifecycle)
  print(port)
}

const isMeasured = ({ metrics }: Config) => metrics.token !== undefined || metrics.listener !== undefined

async function listenForScrapes(
  { metrics: { listener, token } }: Config,
  scrape: Scrape,
  log: Log,
  lifecycle: Lifecycle,
): Promise<void> {
  if (!listener) return
  try {
    await startMetricsListener({ ...listener, token }, scrape, log, lifecycle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${listener.port} is in use: choose another with METRICS_PORT.`)
  }
}

/** Of all processes. */
function createScrape(db: Database, config: Config, log: Log, primary: PrimaryLink | null): Scrape {
  const folders = { data: config.dataDir, media: config.mediaDir }
  const takeSnapshot = createSnapshots({ db, log, now: () => new Date(), folders, subjects: stateSubjects })
  return primary
    ? primary.shareMetrics(takeSnapshot)
    : async () => formatSnapshots([await takeSnapshot({ withState: true })])
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  const primary = connectToPrimary(lifecycle)
  const shutdown = new AbortController()
  // After a crash, an operator command may hold the embedded database for a while.
  const databasePromise = openDatabase(config, {
    timeoutMs: lockTimeoutMs,
    signal: shutdown.signal,
    onWait: (message) => console.error(message),
  })
  lifecycle.onStop(() => {
    shutdown.abort()
    return databasePromise.then(
      (db) => db.close(),
      () => {},
    )
  })
  const db = await databasePromise
  void db.failure.then((error) => {
    log.fatal({ err: error }, 'database connection lost')
    lifecycle.stop(1)
  })
  const encryption = createConfiguredEncryption(config)
  await prepareDatabase(db, config, encryption)
  const now = () => new Date()
  const reporting = await connectReporting({ db, now, encryption, config })
  lifecycle.onStop(() => reporting.close())
  const { settings } = reporting
  if (!config.databaseUrl)
    lifecycle.onStop(await startOperatorSocket(db, { ...config, reporting: settings }, log))
  const { youtube, registerDemoRoutes: registerYoutubeRoutes } = await connectYoutube({
    db,
    log,
    now,
    config,
  })
  const hasMailbox = (await findMailboxUrl(db, config)) !== null
  const registerDemoRoutes = (api: App) => {
    if (config.demo) demoRoutes(api)
    registerYoutubeRoutes?.(api)
    if (hasMailbox) demoMailRoutes(api, db, config)
  }
  const jobs = await startJobQueue(db, log, lifecycle)
  const { behindProxy, mediaDir, logAddresses, readsPerMinute } = config
  const { token } = config.metrics
  const scrape = isMeasured(config) ? createScrape(db, config, log, primary) : undefined
  const dependencies = {
    db,
    log,
    now,
    behindProxy,
    mediaDir,
    apiUrl: config.mail.apiUrl,
    logAddresses,
    readsPerMinute,
    youtube,
    jobs,
    registerDemoRoutes,
    encryption,
    metrics: token && scrape ? { token, scrape } : undefined,
  }
  const app = createApp({ ...dependencies, warmDelayMs, shutdownSignal: shutdown.signal })
  if (await isSiteBuilt(siteFolder)) {
    await serveSite(app, siteFolder, {
      behindProxy,
      loadContent: createContentLoader(db, config.mail.apiUrl),
      mediaDir,
    })
  }
  await primary?.waitForTurn()
  if (lifecycle.isStopping) return
  if (scrape && !primary) await listenForScrapes(config, scrape, log, lifecycle)
  startServer(app, db, config, log, lifecycle, shutdown)
  if (primary) log.info({ pid: process.pid }, 'process started')
  // Of several processes the first does the background work.
  if ((config.processNumber ?? 1) > 1) return
  await startWorkers({ ...dependencies, config, settings }, lifecycle)
}

interface WorkerDependencies extends Pick<Dependencies, 'db' | 'log' | 'now' | 'youtube' | 'encryption'> {
  jobs: ManagedJobQueue
  config: Config
  settings: ReportingConfig
}

/** What goes on without a request. */
async function startWorkers(
  { db, log, now, jobs, youtube, encryption, config, settings }: WorkerDependencies,
  lifecycle: Lifecycle,
): Promise<void> {
  lifecycle.onStop(await startListWorker({ db, log, jobs }))
  lifecycle.onStop(await startChannelWorkers({ db, log, youtube, jobs, now }))
  lifecycle.onStop(await startMailWorker({ db, log, jobs, now, settings: config }))
  if (settings.oauth) {
    const oauth = createOauthClient(settings.oauth)
    lifecycle.onStop(await startReportFetching({ db, log, jobs, now, encryption, settings, oauth }))
  }
  const { ratesSource: source } = config
  if (source) lifecycle.onStop(startRateUpdates({ db, log, now, source }))
  lifecycle.onStop(startTraceLog({ db, log, addressDetail: config.logAddresses }))
  void refreshStaleLists(db, log)
  const cleanupTimer = setInterval(() => void deleteExpired(db, log), cleanupIntervalMs)
  lifecycle.onStop(async () => clearInterval(cleanupTimer))
}

async function startJobQueue(db: Database, log: Log, lifecycle: Lifecycle): Promise<ManagedJobQueue> {
  const jobs = createJobQueue(db, log)
  lifecycle.onStop(() => jobs.close())
  await jobs.start()
  return jobs
}

function startServer(
  app: App,
  db: Database,
  config: Config,
  log: Log,
  lifecycle: Lifecycle,
  shutdown: AbortController,
): void {
  const server = serve({
    fetch: app.fetch,
    hostname: config.host,
    port: config.port,
    serverOptions: createServerOptions(config.behindProxy),
  }) as Server
  if (!config.behindProxy) limitConnections(server, log, config.logAddresses)
  server.once('error', (error: NodeJS.ErrnoException) => {
    const message =
      error.code === 'EADDRINUSE' ? `Port ${config.port} is in use: choose another with PORT.` : error.message
    console.error(message)
    lifecycle.stop(1)
  })
  server.once('listening', () => {
    lifecycle.onStop(async () => {
      shutdown.abort()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
      })
    })
    if (config.processNumber !== undefined) return
    createStartupMessage(db, config).then(
      (print) => print((server.address() as AddressInfo).port),
      (error: unknown) => log.warn({ err: error }, 'printing demo accounts failed'),
    )
  })
}

async function prepareDatabase(db: Database, config: Config, encryption: Encryption): Promise<void> {
  const print = (line: string) => console.error(line)
  const applied = await migrate(db, print)
  if (applied.length > 0) print(`Database prepared (${applied.join(', ')}).`)
  await prepareDemo(db, config, encryption, print)
}

/** Catches up after an interrupted import; readers see the old lists until then. */
async function refreshStaleLists(db: Database, log: Log): Promise<void> {
  try {
    await refreshLists(db)
  } catch (error) {
    log.error({ err: error }, 'refreshing lists failed')
  }
}

/** @returns a function that prints it */
async function createStartupMessage(db: Database, config: Config): Promise<(port: number) => void> {
  const accounts = await selectDemoAccounts(db)
  const path = await findFakeYoutubeUrl(db, config)
  const mailboxPath = await findMailboxUrl(db, config)
  return (port) => {
    const address = `http://${config.host}:${port}`
    const lines = [`Hookline is ready: ${address}`]
    if (accounts.length > 0) lines.push('', 'Sign in with a demo account:')
    for (const { domain, role, email, password } of accounts) {
      const columns = [`http://${domain}:${port}`.padEnd(34), role.padEnd(9), email.padEnd(32), password]
      lines.push(`  ${columns.join('')}`)
    }
    if (path) lines.push('', `Edit channels of the fake YouTube API: ${address}${path}`)
    if (mailboxPath) lines.push(`Read the mail that the demo sends: ${address}${mailboxPath}`)
    console.error(`\n${lines.join('\n')}\n`)
  }
}

async function deleteExpired(db: Database, log: Log): Promise<void> {
  try {
    await deleteExpiredRows(db, new Date())
    await deleteExpiredShares(db, new Date())
  } catch (error) {
    log.warn({ err: error }, 'deleting expired rows failed')
  }
}

function printError(error: unknown): void {
  const isExpected =
    error instanceof ConfigError || error instanceof BusyError || error instanceof MigrationError
  console.error(isExpected ? error.message : (serializeError(error).stack ?? error))
}

main().catch((error: unknown) => {
  printError(error)
  process.exit(1)
})
