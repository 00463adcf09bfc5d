import { type Alert, selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { selectFreshness } from '#server/reports/completeness/freshness.ts'
import { type Connection, selectConnections } from '#server/reports/fetching/connections.ts'
import { type FetchedReport, selectReports } from '#server/reports/fetching/fetched-reports.ts'
import { describeAlert } from './alerts.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatMinute, formatResult } from './format.ts'

export const youtubeStatusCommand = (schedule: Schedule) =>
  createCommand('status', {
    summary: 'show which content owners are connected, what was fetched, and what needs a person',
    help: 'Times are in UTC.',
    examples: ['youtube status', 'youtube status --json'],
    exitStatus: '0 nothing to do, 1 something needs a person, 2 it could not run',
  })
    .option('--json', 'print JSON')
    .action(({ json }) =>
      schedule(async ({ db, print }) => {
        const states = await selectStates(db)
        print(formatResult(json, states, formatStates))
        return states.some(({ alerts }) => alerts.length > 0) ? 1 : 0
      }),
    )

interface OwnerState extends Connection {
  latestDay: string | null
  alerts: Alert[]
  /** Listed, refused and lost ones. */
  openReports: FetchedReport[]
}

async function selectStates(db: Queryable): Promise<OwnerState[]> {
  const freshness = await selectFreshness(db)
  const alerts = await selectOpenAlerts(db)
  const states: OwnerState[] = []
  for (const connection of await selectConnections(db))
    states.push({
      ...connection,
      latestDay: freshness.find(({ owner }) => owner === connection.owner)?.latestDay ?? null,
      alerts: alerts.filter(({ subject }) => subject === connection.owner),
      openReports: await selectReports(db, connection.owner, ['listed', 'refused', 'lost']),
    })
  return states
}

const formatStates = (states: readonly OwnerState[]): string[] =>
  states.length === 0
    ? ['No content owner is connected. See: youtube connect --help']
    : states.flatMap((state) => formatState(state))

const formatState = (state: OwnerState): string[] => {
  const { owner, contentOwnerId, consentedAt, succeededAt, nextFetchAt, problem, latestDay } = state
  return [
    `${owner} (content owner ${contentOwnerId}), ${state.hasConsent ? `consent of ${formatMinute(consentedAt)}` : 'without consent'}`,
    `  latest complete day  ${latestDay ?? 'none'}`,
    `  last fetch           ${succeededAt ? formatMinute(succeededAt) : 'none'}`,
    ...(state.hasConsent ? [`  next fetch           ${formatMinute(nextFetchAt)}`] : []),
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
