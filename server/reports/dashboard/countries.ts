import type { Countries } from '#contract/reports/countries.ts'
import type { RequestedTime } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { getRequestedRange } from '#server/reports/figures/periods.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { selectCountryFigures } from './country-figures.ts'

export async function getCountries(db: Queryable, scope: Scope, time: RequestedTime): Promise<Countries> {
  const { currency, revision, firstDay, latestDay, networkId } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const countries = await selectCountryFigures(db, scope, range, {
    from: sql`select d.day, d.country, d.views, d.revenue_micros
        from earning_channels c
        join country_daily d on d.channel_id = c.channel_id
          and d.day >= c.earns_from
        where c.network_id = ${networkId}
          ${andInScope(sql`c.channel_id`, scope)}
          and d.day between ${range.from} and ${range.to}`,
  })
  return {
    currency,
    revision,
    report: { range, incompleteDays: listIncompleteDays(scope, range), countries },
  }
}
