import { exportChannels } from '#contract/channel-report.ts'
import type { Locale } from '#contract/locale.ts'
import { type DayRange, exportDays } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { exportCountries } from '#contract/video-detail.ts'
import { exportVideos } from '#contract/videos.ts'
import type { Account } from '#server/auth/roles.ts'
import { readReport } from '#server/figures/scope.ts'
import type { CsvTable } from '#server/http/csv.ts'
import { exportRoute } from '#server/http/export-route.ts'
import { getColumnTitle, getCountryName } from '#server/http/messages.ts'
import type { App, Services } from '#server/http/services.ts'
import { getChannelPage } from './channel-page.ts'
import { getDashboard } from './dashboard.ts'
import {
  type Column,
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
      getDashboard(db, scope, query.period),
    )
    const days = report ? listDayRows(report) : []
    return buildTable(
      { name: 'days', range: report?.range, currency, locale },
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
    return buildTable({ name: 'videos', range: first.range, currency: first.currency, locale }, columns, rows)
  })

  exportRoute(app, services, exportChannels, async ({ account, query, locale }) => {
    const { first, pages } = await readAllPages(db, account, { member: query.member }, (scope, cursor) =>
      getChannelPage(db, scope, { ...query, size: exportPageSize, cursor }),
    )
    const columns = getChannelColumns(first.currency, getVisibleProfits(account, query))
    const rows = mapAsync(pages, ({ channels }) => channels)
    return buildTable(
      { name: 'channels', range: first.range, currency: first.currency, locale },
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
      { name: `countries_${query.video}`, range, currency, locale },
      columns,
      yieldOnce(countries),
    )
  })
}

/** Same rule as a scope: gross for managers, net for members and when a manager selects a member. */
const getVisibleProfits = (
  { isManager }: Account,
  { member }: { member?: number | undefined },
): VisibleProfits => ({ gross: isManager, net: !isManager || member !== undefined })

const getDailyProfits = ({ isManager }: Account): VisibleProfits => ({ gross: isManager, net: !isManager })

interface TableInfo {
  name: string
  range: DayRange | null | undefined
  currency: Currency
  locale: Locale
}

function buildTable<Row>(
  { name: fileName, range, currency, locale }: TableInfo,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): CsvTable {
  return {
    fileName: `${[fileName, ...(range ? [range.from, range.to] : [])].join('_')}.csv`,
    columns: columns.map(([name]) => getColumnTitle(name, currency, locale)),
    rows: mapAsync(rows, (page) => page.map((row) => columns.map(([, getCell]) => getCell(row)))),
  }
}

async function* yieldOnce<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

async function* mapAsync<From, To>(
  values: AsyncIterable<From>,
  transform: (value: From) => To,
): AsyncGenerator<To> {
  for await (const value of values) yield transform(value)
}
