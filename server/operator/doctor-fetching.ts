import { demoOwner } from '#server/demo/seed/seed.ts'
import { selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { describeAlert } from './alerts.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount, formatMinute } from './format.ts'

/** An hourly fetch that has not even begun. */
const maxDelayMs = 3 * 3_600_000

export const checkFetching: Check = async ({ db, config }, now) => {
  const subject = 'fetching reports'
  const connections = await selectConnections(db)
  if (connections.length === 0)
    return [createOk(subject, 'no content owner is connected: reports are imported by hand')]
  const isDemo = config.demo && connections.every(({ owner }) => owner === demoOwner)
  if (!config.reporting.oauth && !isDemo)
    return [
      createError(
        subject,
        'content owners are connected, but YOUTUBE_CLIENT_ID is not set, so nothing is fetched',
        'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET as they were. See docs/operating.md, “Fetching reports”',
      ),
    ]
  const overdue = connections.filter(
    ({ hasConsent, nextFetchAt }) => hasConsent && now.getTime() - Date.parse(nextFetchAt) > maxDelayMs,
  )
  const alerts = (await selectOpenAlerts(db)).filter(({ subject: owner }) =>
    connections.some((one) => one.owner === owner),
  )
  const findings: Finding[] = [
    ...overdue.map(({ owner, nextFetchAt }) =>
      createError(
        `${subject} of ${owner}`,
        `due since ${formatMinute(nextFetchAt)} (UTC), and not begun`,
        'See that a server runs, and its log',
      ),
    ),
    ...alerts.map((alert) => {
      const { message, fix } = describeAlert(alert)
      return createWarning(`${subject} of ${alert.subject}`, message, fix)
    }),
  ]
  return findings.length > 0
    ? findings
    : [createOk(subject, `${formatCount(connections.length, 'content owner')} connected`)]
}
