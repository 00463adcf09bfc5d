import * as z from 'zod/mini'
import { selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
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
import { describeAlert } from './alerts.ts'
import { type Check, createError, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount, formatMissing } from './format.ts'

const maxRateAgeDays = 7
const dayMs = 86_400_000

const SiteRow = z.object({ domain: z.string(), hasManager: z.boolean(), hasPaymentInfo: z.boolean() })
type SiteRow = z.infer<typeof SiteRow>

export const checkSites: Check = async ({ db }) => {
  const sites = await db.query(
    SiteRow,
    sql`select s.domain,
      exists (
        select
        from accounts a
        where a.site_id = s.id
          and a.is_manager
          and a.removed_at is null
      ) as "hasManager",
      exists (select from payment_info p where p.site_id = s.id) as "hasPaymentInfo"
    from sites s
    order by s.domain`,
  )
  if (sites.length === 0)
    return [createWarning('sites', 'there is no site', 'Add one: site add --help, or network adopt --help')]
  return [
    createOk('sites', formatCount(sites.length, 'site')),
    checkEverySite(sites, 'hasManager', 'managers', 'account promote --help'),
    checkEverySite(sites, 'hasPaymentInfo', 'payment information', 'payment set --help'),
  ]
}

function checkEverySite(
  sites: readonly SiteRow[],
  key: 'hasManager' | 'hasPaymentInfo',
  subject: string,
  fix: string,
): Finding {
  const domains = sites.filter((site) => !site[key]).map(({ domain }) => domain)
  if (domains.length === 0) return createOk(subject, 'every site has one')
  return createWarning(subject, `missing on ${domains.join(', ')}`, `See: ${fix}`)
}

export const checkReports: Check = async ({ db }, now) => {
  const subject = 'reports'
  const day = await selectLatestCompleteDay(db)
  const fix = 'Import the reports that YouTube has delivered: import --help'
  if (day === null) return [createWarning(subject, 'no day has both of its reports', fix)]
  const age = daysBetween(day, getPacificDay(now))
  if (age < -1)
    return [
      createError(
        subject,
        `the latest complete day is ${day}, ${formatCount(-age, 'day')} in the future, and every period ends on it`,
        'Withdraw the reports of that day, or set the clock of this machine',
      ),
    ]
  const message = `the latest complete day is ${day}, ${formatCount(age, 'day')} ago`
  return [
    day >= getDueDay(now) ? createOk(subject, message) : createWarning(subject, message, fix),
    ...(await checkReportedDays(db, day)),
  ]
}

/** Days that no longer show on any chart are of no interest. */
const shownDays = 366

/** The age of the latest complete day tells about those after it. */
async function checkReportedDays(db: Queryable, latestDay: string): Promise<Finding[]> {
  const shown = listSettledDays(await selectReportedDays(db), latestDay, shownDays)
  return Array.from(
    Map.groupBy(shown, ({ owner }) => owner),
    ([owner, days]) => [...checkMissingReports(owner, days), ...checkSilence(owner, days, latestDay)],
  ).flat()
}

function checkMissingReports(owner: string, days: readonly ReportedDay[]): Finding[] {
  const incomplete = days.filter((day) => !isComplete(day))
  const last = incomplete.at(-1)
  if (!last) return []
  return [
    createWarning(
      `reports of ${owner}`,
      `missing on ${formatCount(incomplete.length, 'day')}, last ${last.day}: ${formatMissing(last)}`,
      'See: report days. Import what is missing',
    ),
  ]
}

/** An owner that is no longer waited for. */
function checkSilence(owner: string, days: readonly ReportedDay[], latestDay: string): Finding[] {
  const last = days.at(-1)
  if (!last || daysBetween(last.day, latestDay) <= 1) return []
  return [
    createWarning(
      `reports of ${owner}`,
      `none since ${last.day}, while others go on: days count as complete without it`,
      'Import its reports, unless the content owner has ended',
    ),
  ]
}

const RateDay = z.object({ day: z.nullable(Day) })

const KoreanSite = z.object({ exists: z.boolean() })

export const checkRates: Check = async ({ db }, now) => {
  const subject = 'exchange rates'
  const { exists } = await queryOne(
    db,
    KoreanSite,
    sql`select exists (select from sites where not is_playlist) as exists`,
  )
  if (!exists) return [createOk(subject, 'no site shows amounts in won')]
  const day = (await selectLatestCompleteDay(db)) ?? getPacificDay(now)
  const { day: rateDay } = await queryOne(
    db,
    RateDay,
    sql`select max(day) as day from exchange_rates where day <= ${day}::date`,
  )
  const fix = 'Set it: rates set --help, or rates import --help'
  if (!rateDay) return [createWarning(subject, `there is no rate for ${day} or earlier`, fix)]
  const refused = (await selectOpenAlerts(db)).find(({ kind }) => kind === 'rates-refused')
  if (refused) {
    const { message, fix } = describeAlert(refused)
    return [createWarning(subject, message, fix)]
  }
  const message = `the rate for ${day} dates from ${rateDay === day ? 'the same day' : rateDay}`
  return [
    daysBetween(rateDay, day) <= maxRateAgeDays
      ? createOk(subject, message)
      : createWarning(subject, message, fix),
  ]
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
