import * as z from 'zod/mini'
import { selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { describeAlert } from '#server/platform/alerts/descriptions.ts'
import { wholeInstallation } from '#server/platform/auth/installation.ts'
import { type Checks, error, type Findings, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount, formatMinute } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { demoOwner } from '#server/platform/db/demo-state.ts'
import { Day, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import {
  isComplete,
  listSettledDays,
  type ReportedDay,
  selectLatestCompleteDay,
  selectReportedDays,
} from '#server/reports/completeness/completeness.ts'
import { getDueDay } from '#server/reports/completeness/freshness.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { formatMissing } from './owners.ts'

/** An hourly fetch that has not even begun. */
const maxDelayMs = 3 * 3_600_000
const maxRateAgeDays = 7
const dayMs = 86_400_000
/** Days that no longer show on any chart are of no interest. */
const shownDays = 366

const RateState = z.object({ isNeeded: z.boolean(), day: z.nullable(Day) })
const ListState = z.object({ isStale: z.boolean() })

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

export const checks: Checks = {
  async 'fetching reports'({ db, config }, now) {
    const subject = 'fetching reports'
    const connections = await selectConnections(db)
    if (connections.length === 0)
      return ok(subject, 'no content owner is connected: reports are imported by hand')
    const isDemo = config.demo && connections.every(({ owner }) => owner === demoOwner)
    if (!config.reporting.oauth && !isDemo)
      return error(
        subject,
        'content owners are connected, but YOUTUBE_CLIENT_ID is not set, so nothing is fetched',
        'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET as they were. See docs/operating/start/fetching.md',
      )
    const overdue = connections.filter(
      ({ hasConsent, nextFetchAt }) => hasConsent && now.getTime() - Date.parse(nextFetchAt) > maxDelayMs,
    )
    const alerts = (await selectOpenAlerts(db, wholeInstallation)).filter((alert) =>
      connections.some(({ owner }) => owner === alert.subject),
    )
    if (overdue.length + alerts.length === 0)
      return ok(subject, `${formatCount(connections.length, 'content owner')} connected`)
    return [
      overdue.map(({ owner, nextFetchAt }) => {
        const message = `due since ${formatMinute(nextFetchAt)} (UTC), but not started`
        return error(`${subject} of ${owner}`, message, 'Check that a server is running, and read its log')
      }),
      alerts.map((alert) => {
        const { message, fix } = describeAlert(alert)
        return warning(`${subject} of ${alert.subject}`, message, fix)
      }),
    ]
  },
  async reports({ db }, now) {
    const subject = 'reports'
    const day = await selectLatestCompleteDay(db)
    const fix = 'Import the reports that YouTube has delivered: import --help'
    if (day === null) return warning(subject, 'no day has both of its reports', fix)
    const age = daysBetween(day, getPacificDay(now))
    if (age < -1)
      return error(
        subject,
        `the latest complete day is ${day}, ${formatCount(-age, 'day')} in the future, and every period ends on it`,
        'Withdraw the reports of that day, or set the clock of this machine',
      )
    const message = `the latest complete day is ${day}, ${formatCount(age, 'day')} ago`
    return [
      day >= getDueDay(now) ? ok(subject, message) : warning(subject, message, fix),
      await checkReportedDays(db, day),
    ]
  },
  async 'exchange rates'({ db }, now) {
    const subject = 'exchange rates'
    const day = (await selectLatestCompleteDay(db)) ?? getPacificDay(now)
    const { isNeeded, day: rateDay } = await queryOne(
      db,
      RateState,
      sql`select exists (select from sites where not is_playlist) as "isNeeded",
        (select max(day) from exchange_rates where day <= ${day}::date) as day`,
    )
    if (!isNeeded) return ok(subject, 'no site shows amounts in won')
    const fix = 'Set it: rates set --help, or rates import --help'
    if (!rateDay) return warning(subject, `there is no rate for ${day} or earlier`, fix)
    const refused = (await selectOpenAlerts(db, wholeInstallation)).find(
      ({ kind }) => kind === 'rates-refused',
    )
    if (refused) return warning(subject, describeAlert(refused).message, describeAlert(refused).fix)
    const message = `the rate for ${day} dates from ${rateDay === day ? 'the same day' : rateDay}`
    return daysBetween(rateDay, day) <= maxRateAgeDays ? ok(subject, message) : warning(subject, message, fix)
  },
  async lists({ db }) {
    const { isStale } = await queryOne(
      db,
      ListState,
      sql`select exists (select from report_state where lists_revision <> data_revision) as "isStale"`,
    )
    if (!isStale) return ok('lists', 'up to date with the figures')
    return warning(
      'lists',
      'older than the figures, so that reports do not agree with each other',
      'If this lasts while no import is running, restart the server or import the newest folder again.',
    )
  },
}

/** The age of the latest complete day tells about those after it. */
async function checkReportedDays(db: Queryable, latestDay: string): Promise<Findings> {
  const shown = listSettledDays(await selectReportedDays(db), latestDay, shownDays)
  return [...Map.groupBy(shown, ({ owner }) => owner)].map(([owner, days]) =>
    checkOwner(owner, days, latestDay),
  )
}

function checkOwner(owner: string, days: readonly ReportedDay[], latestDay: string): Findings {
  const subject = `reports of ${owner}`
  const incomplete = days.filter((day) => !isComplete(day))
  const [missing, last] = [incomplete.at(-1), days.at(-1)]
  return [
    missing &&
      warning(
        subject,
        `missing on ${formatCount(incomplete.length, 'day')}, last ${missing.day}: ${formatMissing(missing)}`,
        'See: report days. Import what is missing',
      ),
    // An owner that is no longer waited for.
    last &&
      daysBetween(last.day, latestDay) > 1 &&
      warning(
        subject,
        `none since ${last.day}, while others go on: days count as complete without it`,
        'Import its reports, unless the content owner has ended',
      ),
  ]
}
