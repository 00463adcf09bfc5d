import type { Queryable } from '#server/db/database.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import type { Check, Finding } from './diagnostic.ts'
import { formatCount } from './format.ts'

const maxReportAgeDays = 4
const maxRateAgeDays = 7
const dayMs = 86_400_000

export const checkSites: Check = async ({ db }) => {
  const sites = await db.query<{ domain: string; managed: boolean; contacts: boolean }>(
    `select s.domain,
      exists (
        select
        from accounts a
        where a.site_id = s.id
          and a.is_manager
          and a.removed_at is null
      ) as managed,
      exists (select from payment_info c where c.site_id = s.id) as contacts
    from sites s
    order by s.domain`,
  )
  if (sites.length === 0) {
    const todo = 'Make one: site add --help, or network adopt --help'
    return [{ about: 'sites', state: 'warning', says: 'there is none', todo }]
  }
  return [
    { about: 'sites', state: 'fine', says: formatCount(sites.length, 'site') },
    ...findSitesWithout(sites, 'managed', 'managers', 'account promote --help'),
    ...findSitesWithout(sites, 'contacts', 'payment information', 'payment set --help'),
  ]
}

function findSitesWithout<Name extends string>(
  sites: readonly ({ domain: string } & Record<Name, boolean>)[],
  key: Name,
  about: string,
  todo: string,
): Finding[] {
  const domains = sites.filter((site) => !site[key]).map(({ domain }) => domain)
  if (domains.length === 0) return [{ about, state: 'fine', says: 'at every site' }]
  return [{ about, state: 'warning', says: `missing at ${domains.join(', ')}`, todo }]
}

export const checkReports: Check = async ({ db }, now) => {
  const about = 'reports'
  const day = await selectLatestDay(db)
  const todo = 'Import what YouTube has delivered: import --help'
  if (day === null) return [{ about, state: 'warning', says: 'no day has both of its reports', todo }]
  const age = daysBetween(day, getPacificDay(now))
  const says = `the latest day is ${day}, ${formatCount(age, 'day')} ago`
  if (age <= maxReportAgeDays) return [{ about, state: 'fine', says }]
  return [{ about, state: 'warning', says, todo }]
}

export const checkRates: Check = async ({ db }, now) => {
  const about = 'exchange rates'
  const [site] = await db.query('select id from sites where not is_playlist limit 1')
  if (!site) return [{ about, state: 'fine', says: 'no site shows won' }]
  const day = (await selectLatestDay(db)) ?? getPacificDay(now)
  const [rate] = await db.query<{ day: string | null }>(
    'select max(day) as day from exchange_rates where day <= $1',
    [day],
  )
  const todo = 'Set it: rates set --help, or rates import --help'
  if (!rate?.day) return [{ about, state: 'warning', says: `none is known for ${day} or a day before`, todo }]
  const age = daysBetween(rate.day, day)
  const says = `that of ${day} is of ${age === 0 ? 'the same day' : rate.day}`
  if (age <= maxRateAgeDays) return [{ about, state: 'fine', says }]
  return [{ about, state: 'warning', says, todo }]
}

async function selectLatestDay(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>('select max(day) as day from complete_days')
  return row?.day ?? null
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
