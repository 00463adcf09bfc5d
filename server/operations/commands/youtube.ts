import { selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { describeAlert } from '#server/platform/alerts/descriptions.ts'
import { wholeInstallation } from '#server/platform/auth/installation.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount, formatMinute } from '#server/platform/command-line/format.ts'
import { selectFreshness } from '#server/reports/completeness/freshness.ts'
import type { AuthorizeDependencies } from '#server/reports/fetching/authorize.ts'
import { type Connection, selectConnections } from '#server/reports/fetching/connections.ts'
import { type FetchedReport, selectReports } from '#server/reports/fetching/fetched-reports.ts'
import { type Job, selectJobs } from '#server/reports/fetching/jobs.ts'

const only = cli.ownerOption('only this content owner')
const noConnection = 'No content owner is connected. See: youtube connect --help'

export const commands = [
  cli.defineCommand('youtube connect', {
    summary: 'ask a person to authorize fetching the reports of a content owner',
    help: `Prints the address of Google’s consent page, and waits ten minutes for the person to return from it. The browser must
be on this machine. If it is not, it shows a page that does not load after the consent: copy the address of that
page and, on this machine, run: youtube connect --redirected '<address>'. It works once, within 30 minutes.
Connecting again renews the consent.`,
    examples: [
      'youtube connect --owner AbCdEfGhIjKlMnOpQrStUv',
      'youtube connect --owner main --content-owner AbCdEfGhIjKlMnOpQrStUv',
    ],
    exitStatus: '0 connected, 2 not connected',
    parameters: {
      owner: cli.ownerOption('content owner, as its reports are imported'),
      contentOwner: cli.option(
        '--content-owner <id>',
        'YouTube’s id of the content owner (default: the name)',
        cli.parseOwner,
      ),
      redirected: cli.option(
        '--redirected <address>',
        'address to which the browser was sent after the consent',
        cli.expecting(
          'the whole address, beginning with http://127.0.0.1',
          (text) => URL.parse(text) ?? undefined,
        ),
      ),
    },
    check({ owner, redirected }) {
      if ((redirected === undefined) === (owner === undefined))
        throw new cli.UsageError('Give either --owner, or --redirected to finish what --owner began.')
    },
    async run(context, { owner = '', contentOwner = owner, redirected }) {
      const { finishConsent, waitForConsent } = await import('#server/reports/commands/consent.ts')
      const dependencies = await createAuthorizeDependencies(context)
      const connected = redirected
        ? await finishConsent(dependencies, redirected)
        : await waitForConsent(context, dependencies, { owner, contentOwnerId: contentOwner })
      context.print(
        `${connected.owner} is connected (content owner ${connected.contentOwnerId}). The server begins to fetch within a minute; see: youtube status`,
      )
    },
  }),
  cli.defineQuery('youtube status', {
    summary: 'show which content owners are connected, what was fetched, and what needs a person',
    help: 'Times are in UTC.',
    examples: ['youtube status', 'youtube status --json'],
    exitStatus: '0 nothing to do, 1 something needs a person, 2 it could not run',
    async read({ db }) {
      const [freshness, alerts] = [await selectFreshness(db), await selectOpenAlerts(db, wholeInstallation)]
      const states: OwnerState[] = []
      for (const connection of await selectConnections(db))
        states.push({
          ...connection,
          latestDay: freshness.find(({ owner }) => owner === connection.owner)?.latestDay ?? null,
          alerts: alerts.filter(({ subject }) => subject === connection.owner),
          openReports: await selectReports(db, connection.owner, ['listed', 'refused', 'lost']),
        })
      return states
    },
    format: (states) => (states.length === 0 ? noConnection : states.flatMap(formatState)),
    getStatus: (states) => (states.some(({ alerts }) => alerts.length > 0) ? 1 : 0),
  }),
  cli.defineCommand('youtube fetch', {
    summary: 'fetch the new reports now, instead of within the hour',
    help: `Of all content owners with a consent, one after the other. For servers whose database role must not create partitions,
run it every hour instead of setting YOUTUBE_CLIENT_ID for them.`,
    examples: ['youtube fetch', 'youtube fetch --owner main'],
    exitStatus: '0 success, 1 some reports were refused or are lost, or an owner failed, 2 it could not run',
    parameters: { only },
    async run(context, { only: owner }) {
      const { createLog } = await import('#server/platform/log.ts')
      const { fetchReports } = await import('#server/reports/fetching/fetch.ts')
      const { FetchError } = await import('#server/reports/fetching/api/fetch-error.ts')
      const authorize = await createAuthorizeDependencies(context)
      const { monthlyReports: monthly } = await import('#server/settlement/files/monthly-reports.ts')
      const settings = context.config.reporting
      const dependencies = { ...authorize, log: createLog('silent'), settings, monthly }
      let isSuccess = true
      for (const connection of await requireConnections(context, owner))
        try {
          const { listed, downloaded, downloadedBytes, imported, refused, lost } = await fetchReports(
            dependencies,
            connection,
            context.signal,
          )
          const megabytes = Math.ceil(downloadedBytes / 1_000_000)
          context.print(
            [
              `${connection.owner}: ${formatCount(listed, 'new report')}`,
              `${downloaded} downloaded (${megabytes} MB)`,
              `${imported} imported`,
              ...(refused > 0 ? [`${refused} refused: see youtube status`] : []),
              ...(lost > 0 ? [`${lost} lost: YouTube no longer has them`] : []),
            ].join(', '),
          )
          isSuccess &&= refused + lost === 0
        } catch (error) {
          if (!(error instanceof FetchError)) throw error
          context.print(`${connection.owner}: not finished: ${error.message}`)
          isSuccess = false
        }
      return isSuccess ? 0 : 1
    },
  }),
  cli.defineList('youtube jobs', {
    summary: 'list the jobs with which YouTube creates the reports',
    help: `As of the last fetch, which creates the jobs that are missing. "until" is the creation time of the newest report that
was listed. While YouTube changes the version of a report type, there are jobs of both.`,
    examples: ['youtube jobs', 'youtube jobs --owner main'],
    parameters: { only },
    async read(context, given) {
      const jobs: (Job & { owner: string })[] = []
      for (const { owner } of await requireConnections(context, given.only))
        jobs.push(...(await selectJobs(context.db, owner)).map((job) => ({ owner, ...job })))
      return jobs
    },
    columns: [
      ...(['owner', ['report type', 'reportTypeId'], ['job', 'jobId'], ['until', 'listedUntil']] as const),
      ...([
        ['ends', 'expiresAt'],
        ['type ends', 'deprecatedAt'],
      ] as const),
    ],
    empty: 'There are no jobs yet: the first fetch creates them.',
  }),
  cli.defineCommand('youtube disconnect', {
    summary: 'stop fetching the reports of a content owner',
    help: 'Ends the consent at Google and deletes its token. Figures and files that are there stay.',
    examples: ['youtube disconnect --owner main'],
    exitStatus:
      '0 disconnected, 1 disconnected here, but Google could not be notified, 2 nothing was changed',
    parameters: { owner: cli.required('--owner <name>', 'content owner', cli.parseOwner) },
    async run(context, { owner }) {
      await requireConnections(context, owner)
      const { disconnect } = await import('#server/reports/fetching/authorize.ts')
      const failure = await disconnect(await createAuthorizeDependencies(context), owner)
      context.print(`${owner} is disconnected.`)
      if (failure === undefined) return 0
      context.print(
        `Google was not notified: ${failure}. End the consent on https://myaccount.google.com/connections.`,
      )
      return 1
    },
  }),
]

/** @throws {OperatorError} when there is no OAuth client to connect with */
async function createAuthorizeDependencies({
  db,
  config,
}: cli.CommandContext): Promise<AuthorizeDependencies> {
  const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
  const { createOauthClient } = await import('#server/reports/fetching/api/oauth.ts')
  const { oauth } = config.reporting
  if (!oauth)
    throw new cli.OperatorError(
      'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET first. See docs/operating/start/fetching.md.',
    )
  const encryption = createConfiguredEncryption(config)
  return { db, oauth: createOauthClient(oauth), encryption, now: () => new Date() }
}

/** The one of the owner, or all. @throws {UsageError} when there is none */
async function requireConnections(
  { db }: cli.CommandContext,
  owner: string | undefined,
): Promise<Connection[]> {
  const found = (await selectConnections(db)).filter((one) => owner === undefined || one.owner === owner)
  if (found.length > 0) return found
  throw new cli.UsageError(
    owner === undefined ? noConnection : `The content owner ${owner} is not connected. See: youtube status`,
  )
}

interface OwnerState extends Connection {
  latestDay: string | null
  alerts: Awaited<ReturnType<typeof selectOpenAlerts>>
  /** Listed, refused and lost ones. */
  openReports: FetchedReport[]
}

function formatState(state: OwnerState): string[] {
  const { owner, contentOwnerId, hasConsent, consentedAt, succeededAt, nextFetchAt, problem, latestDay } =
    state
  return [
    `${owner} (content owner ${contentOwnerId}), ${hasConsent ? `consent of ${formatMinute(consentedAt)}` : 'without consent'}`,
    `  latest complete day  ${latestDay ?? 'none'}`,
    `  last fetch           ${succeededAt ? formatMinute(succeededAt) : 'none'}`,
    ...(hasConsent ? [`  next fetch           ${formatMinute(nextFetchAt)}`] : []),
    ...(problem === null ? [] : [`  problem              ${problem}`]),
    ...formatOpenReports(state.openReports),
    ...state.alerts.flatMap((alert) => {
      const { message, fix } = describeAlert(alert)
      return [`  needs a person since ${formatMinute(alert.raisedAt)}: ${message}`, `    → ${fix}`]
    }),
  ]
}

const maxPrintedReports = 20

function formatOpenReports(reports: readonly FetchedReport[]): string[] {
  const waiting = reports.filter(({ state }) => state === 'listed').length
  const failed = reports.filter(({ problem }) => problem !== null)
  const omitted = failed.length - maxPrintedReports
  return [
    ...(waiting > 0 ? [`  to be imported       ${formatCount(waiting, 'report')}`] : []),
    ...failed
      .slice(0, maxPrintedReports)
      .map(
        ({ day, reportTypeId, state, problem }) =>
          `  ${(state === 'listed' ? 'waits' : state).padEnd(8)} ${day}  ${reportTypeId}: ${problem}`,
      ),
    ...(omitted > 0 ? [`  and ${omitted} more`] : []),
  ]
}
