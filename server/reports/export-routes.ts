import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { exportChannels } from '#contract/reports/channel-report.ts'
import { exportScopeCountries } from '#contract/reports/countries.ts'
import { exportDays } from '#contract/reports/dashboard.ts'
import { type DayRange, getProfit } from '#contract/reports/reports.ts'
import { exportCountries } from '#contract/reports/video-detail.ts'
import { exportVideos } from '#contract/reports/videos.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { buildTable, mapAsync, yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { type FileName, getCountryName, getFileName } from '#server/platform/messages.ts'
import { getFiguresViewpoint, readReport, type ScopeFilter } from '#server/reports/figures/scope.ts'
import { getChannelPage } from './channels/channel-page.ts'
import { getCountries } from './dashboard/countries.ts'
import { getDashboard } from './dashboard/dashboard.ts'
import {
  getChannelColumns,
  getCountryColumns,
  getDayColumns,
  getVideoColumns,
  listDayRows,
  type VisibleProfits,
} from './export-columns.ts'
import { readAllPages } from './page-stream.ts'
import { getVideoDetail } from './video/video-detail.ts'
import { getVideoPage } from './videos/video-page.ts'

const exportPageSize = 1_000

export function exportRoutes(app: App, services: Services): void {
  const { db } = services

  exportRoute(app, services, exportDays, async ({ account, query, locale }) => {
    const { currency, report } = await readReport(services, account, query, (db, scope) =>
      getDashboard(db, scope, query),
    )
    const days = report ? listDayRows(report) : []
    return buildTable(
      { name: await nameFile(db, account, query, ['days', locale], report?.range), currency, locale },
      getDayColumns(currency, getVisibleProfits(account)),
      yieldOnce(days),
    )
  })

  exportRoute(app, services, exportVideos, async ({ account, query: { columns, ...query }, locale }) => {
    const { first, pages } = await readAllPages(services, account, query, (db, scope, cursor) =>
      getVideoPage(db, scope, { ...query, size: exportPageSize, cursor }),
    )
    const { currency, range } = first
    return buildTable(
      { name: await nameFile(db, account, query, ['videos', locale], range), currency, locale },
      getVideoColumns(currency, getVisibleProfits(account, query), columns),
      mapAsync(pages, ({ videos }) => videos),
    )
  })

  exportRoute(app, services, exportChannels, async ({ account, query: { columns, ...query }, locale }) => {
    const { first, pages } = await readAllPages(services, account, query, (db, scope, cursor) =>
      getChannelPage(db, scope, { ...query, size: exportPageSize, cursor }),
    )
    const { currency, range, totals } = first
    const visible = { ...getVisibleProfits(account, query), profit: getProfit(totals) }
    return buildTable(
      { name: await nameFile(db, account, query, ['channels', locale], range), currency, locale },
      getChannelColumns(currency, visible, columns),
      mapAsync(pages, ({ channels }) => channels),
    )
  })

  exportRoute(app, services, exportCountries, async ({ account, query, locale }) => {
    const { currency, range, countries } = await getVideoDetail(services, account, query)
    const columns = getCountryColumns(currency, getVisibleProfits(account), (code) =>
      getCountryName(code, locale),
    )
    return buildTable(
      { name: [getFileName('countries', locale), query.video, ...listDays(range)], currency, locale },
      columns,
      yieldOnce(countries),
    )
  })

  exportRoute(app, services, exportScopeCountries, async ({ account, query, locale }) => {
    const { currency, report } = await readReport(services, account, query, (db, scope) =>
      getCountries(db, scope, query),
    )
    return buildTable(
      { name: await nameFile(db, account, query, ['countries', locale], report?.range), currency, locale },
      getCountryColumns(currency, getVisibleProfits(account), (code) => getCountryName(code, locale)),
      yieldOnce(report?.countries ?? []),
    )
  })
}

/** Same rule as a scope: gross of the network, net of a person, and both of a selected member. */
function getVisibleProfits(
  account: Account,
  { member }: { member?: number | undefined } = {},
): VisibleProfits {
  const { isNetwork } = getFiguresViewpoint(account)
  return { gross: isNetwork, net: !isNetwork || member !== undefined }
}

const listDays = (range: DayRange | null | undefined) => (range ? [range.from, range.to] : [])

interface NamedFilter extends ScopeFilter {
  search?: string | undefined
}

/** The report in the person's language, what its rows are filtered by, and its days. */
async function nameFile(
  db: Queryable,
  account: Account,
  { member, tag, channel, search }: NamedFilter,
  [file, locale]: readonly [FileName, Locale],
  range: DayRange | null | undefined,
): Promise<(string | undefined)[]> {
  const { id, networkId } = getFiguresViewpoint(account)
  const names = await queryOne(
    db,
    FilterNames,
    sql`select (
        select a.nickname
        from accounts a
        where a.id = ${member ?? null}::bigint
          and a.network_id = ${networkId}
      ) as member,
      (
        select t.name
        from channel_tags t
        where t.id = ${tag ?? null}::bigint
          and t.account_id = ${id}
      ) as tag,
      (
        select c.name
        from channels c
        where c.channel_id = ${channel ?? null}::text
          and c.network_id = ${networkId}
          and c.removed_at is null
      ) as channel`,
  )
  return [
    getFileName(file, locale),
    names.member ?? undefined,
    names.tag ?? undefined,
    names.channel ?? undefined,
    search?.trim(),
    ...listDays(range),
  ]
}

const FilterNames = z.object({
  member: z.nullable(z.string()),
  tag: z.nullable(z.string()),
  channel: z.nullable(z.string()),
})
