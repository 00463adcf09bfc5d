import { exportChannels } from '#contract/channel-report.ts'
import { exportScopeCountries } from '#contract/countries.ts'
import { type DayRange, exportDays } from '#contract/reports.ts'
import { exportCountries } from '#contract/video-detail.ts'
import { exportVideos } from '#contract/videos.ts'
import type { Account } from '#server/auth/roles.ts'
import { readReport } from '#server/figures/scope.ts'
import { buildTable, mapAsync, yieldOnce } from '#server/http/csv-columns.ts'
import { exportRoute } from '#server/http/export-route.ts'
import { getCountryName } from '#server/http/messages.ts'
import type { App, Services } from '#server/http/services.ts'
import { getChannelPage } from './channel-page.ts'
import { getCountries } from './countries.ts'
import { getDashboard } from './dashboard.ts'
import {
  getChannelColumns,
  getCountryColumns,
  getDayColumns,
  getVideoColumns,
  listDayRows,
  type VisibleProfits,
} from './export-columns.ts'
import { readAllPages } from './page-stream.ts'
import { getVideoDetail } from './video-detail.ts'
import { getVideoPage } from './video-page.ts'

const exportPageSize = 1_000

export function exportRoutes(app: App, services: Services): void {
  const { db } = services

  exportRoute(app, services, exportDays, async ({ account, query, locale }) => {
    const { currency, report } = await readReport(db, account, query, (scope) =>
      getDashboard(db, scope, query),
    )
    const days = report ? listDayRows(report) : []
    return buildTable(
      { name: ['days', ...listDays(report?.range)], currency, locale },
      getDayColumns(currency, getDailyProfits(account)),
      yieldOnce(days),
    )
  })

  exportRoute(app, services, exportVideos, async ({ account, query, locale }) => {
    const { first, pages } = await readAllPages(db, account, query, (scope, cursor) =>
      getVideoPage(db, scope, { ...query, size: exportPageSize, cursor }),
    )
    const columns = getVideoColumns(first.currency, getVisibleProfits(account, query))
    const rows = mapAsync(pages, ({ videos }) => videos)
    return buildTable(
      { name: ['videos', ...listDays(first.range)], currency: first.currency, locale },
      columns,
      rows,
    )
  })

  exportRoute(app, services, exportChannels, async ({ account, query, locale }) => {
    const { first, pages } = await readAllPages(db, account, { member: query.member }, (scope, cursor) =>
      getChannelPage(db, scope, { ...query, size: exportPageSize, cursor }),
    )
    const columns = getChannelColumns(first.currency, getVisibleProfits(account, query))
    const rows = mapAsync(pages, ({ channels }) => channels)
    return buildTable(
      { name: ['channels', ...listDays(first.range)], currency: first.currency, locale },
      columns,
      rows,
    )
  })

  exportRoute(app, services, exportCountries, async ({ account, query, locale }) => {
    const { currency, range, countries } = await getVideoDetail(db, account, query)
    const columns = getCountryColumns(currency, getDailyProfits(account), (code) =>
      getCountryName(code, locale),
    )
    return buildTable(
      { name: [`countries_${query.video}`, ...listDays(range)], currency, locale },
      columns,
      yieldOnce(countries),
    )
  })

  exportRoute(app, services, exportScopeCountries, async ({ account, query, locale }) => {
    const { currency, report } = await readReport(db, account, query, (scope) =>
      getCountries(db, scope, query),
    )
    const of = query.channel === undefined ? '' : `_${query.channel}`
    return buildTable(
      { name: [`countries${of}`, ...listDays(report?.range)], currency, locale },
      getCountryColumns(currency, getDailyProfits(account), (code) => getCountryName(code, locale)),
      yieldOnce(report?.countries ?? []),
    )
  })
}

/** Same rule as a scope: gross for managers, net for members and when a manager selects a member. */
const getVisibleProfits = (
  { isManager }: Account,
  { member }: { member?: number | undefined },
): VisibleProfits => ({ gross: isManager, net: !isManager || member !== undefined })

const getDailyProfits = ({ isManager }: Account): VisibleProfits => ({ gross: isManager, net: !isManager })

const listDays = (range: DayRange | null | undefined) => (range ? [range.from, range.to] : [])
