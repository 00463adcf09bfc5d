import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import type { App } from '#server/platform/http/response/context.ts'
import { createApp, type Dependencies } from './app.ts'
import { startChannelWorkers } from './channels/workers.ts'
import { createYoutubeClient } from './channels/youtube/client.ts'
import { deleteExpiredShares } from './channels/youtube/quota.ts'
import { type Demo, prepareDemo } from './demonstration.ts'
import { stateSubjects } from './metrics.ts'
import { listPrivacyFindings } from './operations/commands/privacy-checks.ts'
import { listTransportFindings } from './operations/commands/transport-checks.ts'
import { startOperatorSocket } from './operator/socket-server.ts'
import { deleteExpiredRows } from './people/credentials/expiry.ts'
import { endLostImpersonations } from './people/impersonation/changes.ts'
import { offerOperatorLink } from './people/sign-in/first-operator.ts'
import { createConfiguredEncryption, type Encryption } from './platform/auth/encryption.ts'
import { ClusterMetrics } from './platform/cluster/metrics.ts'
import { startProcesses } from './platform/cluster/primary.ts'
import { connectToPrimary, type PrimaryLink } from './platform/cluster/worker.ts'
import type { Finding } from './platform/command-line/finding.ts'
import { type Config, ConfigError, type ReportingConfig, readConfig } from './platform/config.ts'
import { drawBox } from './platform/console.ts'
import { protectDataFolder, restrictNewFiles } from './platform/data-folder.ts'
import { openDatabase } from './platform/db/adapters/open.ts'
import type { Database } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { explainDiskFull, isDiskFull } from './platform/disk-full.ts'
import { ExpectedError } from './platform/expected-error.ts'
import { startMetricsListener } from './platform/http/metrics-listener.ts'
import type { Scrape } from './platform/http/metrics-route.ts'
import { createServerOptions, limitConnections } from './platform/http/request/connection-limits.ts'
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
import { deleteEndedSharedReports } from './portal/shared-reports/changes.ts'
import { startListWorker } from './reports/lists/list-worker.ts'
import { refreshLists } from './reports/lists/lists.ts'
import { startArrivalWatch } from './settlement/files/arrival-watch.ts'

const siteFolder = fileURLToPath(new URL('../dist', import.meta.url))
const cleanupIntervalMs = 60_000
const warmDelayMs = 200
/** Longer than a claim of another, stopped machine lasts. */
const lockTimeoutMs = 60_000

async function main(): Promise<void> {
  restrictNewFiles()
  const config = readConfig(process.env)
  const isPrimary = config.processCount > 1 && config.processNumber === undefined
  const log = createLog(config.logLevel, undefined, getLogBase(config))
  const lifecycle = startLifecycle(log)
  const isFirst = config.processNumber === undefined
  if (isFirst) warnOf(listTransportFindings(config), log)
  try {
    if (isFirst) await protectFiles(config, log)
    await (isPrimary ? startPrimary : start)(config, log, lifecycle)
  } catch (error) {
    // Stopping during startup makes the startup fail as well.
    if (lifecycle.isStopping) return
    printError(await explainDiskFull(error, config))
    lifecycle.stop(1)
  }
}

function warnOf(findings: readonly Finding[], log: Log): void {
  for (const { subject, status, message, fix } of findings)
    if (status !== 'ok') log.warn({ fix }, `${subject}: ${message}`)
}

async function protectFiles({ dataDir }: Config, log: Log): Promise<void> {
  await protectDataFolder(dataDir)
  warnOf(await listPrivacyFindings(dataDir), log)
}

/** Lines of several processes name theirs; the primary is 0. */
const getLogBase = ({ processCount, processNumber = 0 }: Config) =>
  processCount > 1 ? { process: processNumber } : null

/** Prepares the database, then leaves everything else to the processes. */
async function startPrimary(config: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  const db = await openDatabase(config)
  const print = await prepareDatabase(db, config, createConfiguredEncryption(config))
    .then((demo) => createStartupMessage(db, config, demo))
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

/** Covers all processes. */
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
  // An operator command that outlives a crash may hold the embedded database for a while.
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
  void db.failure.then(async (error) => {
    log.fatal({ err: error }, 'database connection lost')
    if (isDiskFull(error)) printError(await explainDiskFull(error, config))
    lifecycle.stop(1)
  })
  const encryption = createConfiguredEncryption(config)
  const demo = await prepareDatabase(db, config, encryption)
  const now = () => new Date()
  const services = await demo?.connect({ db, log, now, encryption, config })
  if (services) lifecycle.onStop(() => services.close())
  const settings = services?.reporting ?? config.reporting
  if (!config.databaseUrl)
    lifecycle.onStop(await startOperatorSocket(db, { ...config, reporting: settings }, log))
  const { url: baseUrl, key, dailyUnits } = config.youtube
  const youtube = services?.youtube ?? createYoutubeClient({ db, log, now, baseUrl, key, dailyUnits })
  const jobs = await startJobQueue(db, log, lifecycle)
  const { behindProxy, mediaDir, trackFilesDir, logAddresses, readsPerMinute } = config
  const { token } = config.metrics
  const scrape = isMeasured(config) ? createScrape(db, config, log, primary) : undefined
  const dependencies = {
    db,
    log,
    now,
    behindProxy,
    mediaDir,
    trackFilesDir,
    apiUrl: config.mail.apiUrl,
    config: { ...config, reporting: settings },
    logAddresses,
    readsPerMinute,
    youtube,
    jobs,
    registerDemoRoutes: services?.registerRoutes,
    encryption,
    metrics: token && scrape ? { token, scrape } : undefined,
  }
  const app = createApp({ ...dependencies, warmDelayMs, shutdownSignal: shutdown.signal })
  const hasSite = await isSiteBuilt(siteFolder)
  if (hasSite) {
    await serveSite(app, siteFolder, {
      behindProxy,
      loadContent: createContentLoader(db, config.mail.apiUrl),
      mediaDir,
    })
  }
  await primary?.waitForTurn()
  if (lifecycle.isStopping) return
  if (scrape && !primary) await listenForScrapes(config, scrape, log, lifecycle)
  if (primary) log.info({ pid: process.pid }, 'process started')
  const listening = startServer(app, { config, log }, lifecycle, shutdown)
  // Of several processes the first does the background work.
  if ((config.processNumber ?? 1) === 1) {
    const workers = startWorkers({ ...dependencies, config, settings }, lifecycle, shutdown.signal)
    // The database stays open until the workers have started and stopped.
    lifecycle.onStop(() => workers.catch(() => {}))
    await workers
  }
  const port = await listening
  if (config.processNumber === undefined && !lifecycle.isStopping)
    (await createStartupMessage(db, config, demo))(port)
  // Preload: a start needs it as little as other lazy modules, but the first visitor does.
  if (hasSite) void import('#lib/page/fill/fill-html.ts')
}

interface WorkerDependencies extends Pick<Dependencies, 'db' | 'log' | 'now' | 'youtube' | 'encryption'> {
  jobs: ManagedJobQueue
  config: Config
  settings: ReportingConfig
}

async function startWorkers(
  { db, log, now, jobs, youtube, encryption, config, settings }: WorkerDependencies,
  lifecycle: Lifecycle,
  shutdownSignal: AbortSignal,
): Promise<void> {
  lifecycle.onStop(await startListWorker({ db, log, jobs }))
  lifecycle.onStop(await startChannelWorkers({ db, log, youtube, jobs, now }))
  lifecycle.onStop(await startMailWorker({ db, log, jobs, now, settings: config }))
  if (settings.oauth) {
    const { createOauthClient } = await import('./reports/fetching/api/oauth.ts')
    const { startReportFetching } = await import('./reports/fetching/worker.ts')
    const { monthlyReports: monthly } = await import('./settlement/files/monthly-reports.ts')
    const oauth = createOauthClient(settings.oauth)
    const fetching = { db, log, jobs, now, encryption, settings, oauth, monthly }
    lifecycle.onStop(await startReportFetching(fetching))
  }
  const { ratesSource: source } = config
  if (source) {
    const { startRateUpdates } = await import('./reports/rates/worker.ts')
    lifecycle.onStop(startRateUpdates({ db, log, now, source }))
  }
  lifecycle.onStop(startArrivalWatch({ db, log, now }))
  lifecycle.onStop(startTraceLog({ db, log, addressDetail: config.logAddresses }))
  void refreshStaleLists(db, log, shutdownSignal)
  const cleanupTimer = setInterval(() => void deleteExpired(db, log), cleanupIntervalMs)
  lifecycle.onStop(async () => clearInterval(cleanupTimer))
}

async function startJobQueue(db: Database, log: Log, lifecycle: Lifecycle): Promise<ManagedJobQueue> {
  const jobs = createJobQueue(db, log)
  lifecycle.onStop(() => jobs.close())
  await jobs.start()
  return jobs
}

/** @returns the port; never resolves when it is in use, which stops the lifecycle */
function startServer(
  app: App,
  { config, log }: { config: Config; log: Log },
  lifecycle: Lifecycle,
  shutdown: AbortController,
): Promise<number> {
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
  return new Promise((resolve) => {
    server.once('listening', () => {
      lifecycle.onStop(async () => {
        shutdown.abort()
        await new Promise((resolve) => {
          server.close(resolve)
          server.closeIdleConnections()
        })
      })
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function prepareDatabase(db: Database, config: Config, encryption: Encryption): Promise<Demo | null> {
  const print = (line: string) => console.error(line)
  const applied = await migrate(db, print)
  if (applied.length > 0) print(`Database prepared (${applied.join(', ')}).`)
  return prepareDemo(db, config, encryption, print)
}

/** Catches up after an interrupted import; readers see the old lists until then. */
async function refreshStaleLists(db: Database, log: Log, shutdownSignal: AbortSignal): Promise<void> {
  try {
    await refreshLists(db, shutdownSignal)
  } catch (error) {
    if (!shutdownSignal.aborted) log.error({ err: error }, 'refreshing lists failed')
  }
}

/** @returns a function that prints it */
async function createStartupMessage(
  db: Database,
  config: Config,
  demo: Demo | null,
): Promise<(port: number) => void> {
  const formatDemo = await demo?.describe(db, config)
  const formatOffer = await offerOperatorLink(db, config, new Date())
  return (port) => {
    const address = `http://${config.host}:${port}`
    const lines = [`Hookline is ready: ${address}`, ...(formatDemo?.(address, port) ?? [])]
    const { isTTY, columns } = process.stderr
    console.error(`\n${isTTY ? drawBox(lines, columns) : lines.join('\n')}\n`)
    // Below the box, whose sides would be copied with it; the log, which others may read, has it at no level.
    if (formatOffer) console.error(`${formatOffer(port).join('\n')}\n`)
  }
}

async function deleteExpired(db: Database, log: Log): Promise<void> {
  try {
    await endLostImpersonations(db, new Date())
    await deleteExpiredRows(db, new Date())
    await deleteEndedSharedReports(db, new Date())
    await deleteExpiredShares(db, new Date())
  } catch (error) {
    log.warn({ err: error }, 'deleting expired rows failed')
  }
}

function printError(error: unknown): void {
  const isExpected = error instanceof ExpectedError
  console.error(isExpected ? error.message : (serializeError(error).stack ?? error))
}

main().catch((error: unknown) => {
  printError(error)
  process.exit(1)
})
