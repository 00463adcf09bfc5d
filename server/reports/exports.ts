import { exportChannels } from '#contract/channel-report.ts'
import type { Locale } from '#contract/locale.ts'
import { type DayRange, exportDays, exportVideos } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { exportCountries } from '#contract/video-detail.ts'
import type { Table } from '#server/csv.ts'
import { exportRoute } from '#server/export-route.ts'
import type { App, Services } from '#server/http.ts'
import { columnTitle, countryName } from '#server/messages.ts'
import { channelPage } from './channels.ts'
import { dashboard } from './dashboard.ts'
import {
  type Column,
  channelColumns,
  countryColumns,
  dayColumns,
  daysOfSeries,
  videoColumns,
} from './export-columns.ts'
import { allPages } from './export-pages.ts'
import { videoDetail } from './video-detail.ts'
import { videoPage } from './videos.ts'
import { readWhole } from './whole.ts'

const rowsAtOnce = 1_000

/** The tables of the reports as files. */
export function exportRoutes(app: App, services: Services): void {
  const { db } = services

  exportRoute(app, services, exportDays, async ({ account, query, locale }) => {
    const { currency, report } = await readWhole(db, account, query, (scope) =>
      dashboard(db, scope, query.period),
    )
    const days = report ? daysOfSeries(report) : []
    return table({ what: 'days', range: report?.range, currency, locale }, dayColumns(currency), once(days))
  })

  exportRoute(app, services, exportVideos, async ({ account, query, locale }) => {
    const { first, pages } = await allPages(db, account, query, (scope, cursor) =>
      videoPage(db, scope, { ...query, size: rowsAtOnce, cursor }),
    )
    const columns = videoColumns(first.currency, query.member !== undefined)
    const rows = each(pages, ({ videos }) => videos)
    return table({ what: 'videos', range: first.range, currency: first.currency, locale }, columns, rows)
  })

  exportRoute(app, services, exportChannels, async ({ account, query, locale }) => {
    const { first, pages } = await allPages(db, account, { member: query.member }, (scope, cursor) =>
      channelPage(db, scope, { ...query, size: rowsAtOnce, cursor }),
    )
    const columns = channelColumns(first.currency, query.member !== undefined)
    const rows = each(pages, ({ channels }) => channels)
    return table({ what: 'channels', range: first.range, currency: first.currency, locale }, columns, rows)
  })

  exportRoute(app, services, exportCountries, async ({ account, query, locale }) => {
    const { currency, range, countries } = await videoDetail(db, account, query)
    const columns = countryColumns(currency, (code) => countryName(code, locale))
    return table({ what: `countries_${query.video}`, range, currency, locale }, columns, once(countries))
  })
}

interface About {
  /** Begins the name of the file. */
  what: string
  range: DayRange | null | undefined
  currency: Currency
  locale: Locale
}

function table<Row>(
  { what, range, currency, locale }: About,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): Table {
  return {
    file: `${[what, ...(range ? [range.from, range.to] : [])].join('_')}.csv`,
    columns: columns.map(([name]) => columnTitle(name, currency, locale)),
    rows: each(rows, (some) => some.map((row) => columns.map(([, of]) => of(row)))),
  }
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

async function* each<From, To>(values: AsyncIterable<From>, of: (value: From) => To): AsyncGenerator<To> {
  for await (const value of values) yield of(value)
}
