import type { SharedReport, SharedVideo } from '#contract/portal/shared-reports.ts'
import { sharedVideoCount } from '#contract/portal/shared-reports.ts'
import { type DayRange, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { VideoPage } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { getCountries } from '#server/reports/dashboard/countries.ts'
import { getDashboard } from '#server/reports/dashboard/dashboard.ts'
import { readReportAs, type Scope } from '#server/reports/figures/scope.ts'
import { getVideoPage } from '#server/reports/videos/video-page.ts'
import { type SharedLink, selectSharedChannels } from './queries.ts'

/**
 * The report of a link, with what its account may see today. It is put together field by field: nothing of a reply of the
 * reports is passed on that is not named here.
 * @returns null when the account may not see any of the channels any more
 */
export const readSharedReport = (
  services: Pick<Services, 'db' | 'log'>,
  link: SharedLink,
): Promise<SharedReport | null> =>
  readReportAs(services, link.viewpoint, {}, async (db, scope) => {
    const channels = await selectSharedChannels(db, scope, link.channelIds)
    if (channels.length === 0) return null
    const { title, time, expiresAt } = link
    const narrowed = { ...scope, channelIds: channels.map(({ channelId }) => channelId) }
    return { title, time, expiresAt, channels, report: await describeFigures(db, narrowed, link) }
  })

async function describeFigures(
  db: Queryable,
  scope: Scope,
  link: SharedLink,
): Promise<SharedReport['report']> {
  const time: RequestedTime = { ...link.time, compare: 'none' }
  const { currency, report } = await getDashboard(db, scope, time)
  if (!report) return null
  const { range, totals, series, incompleteDays, bounds } = report
  const countries = (await getCountries(db, scope, time)).report?.countries ?? []
  return {
    range,
    incompleteDays,
    updatedUntil: bounds.to,
    views: totals.views,
    days: series.days,
    dailyViews: series.views,
    videos: (await readTopVideos(db, scope, time, range)).map(toSharedVideo),
    countries: countries.filter(({ views }) => views > 0).map(({ country, views }) => ({ country, views })),
    money: link.withMoney ? { currency, profit: getProfit(totals) } : null,
  }
}

/** A materialized list may be a day behind the totals, which then are those of other days. */
async function readTopVideos(
  db: Queryable,
  scope: Scope,
  time: RequestedTime,
  range: DayRange,
): Promise<VideoPage['videos']> {
  const query = { sort: 'views', order: 'desc', size: sharedVideoCount } as const
  const listed = await getVideoPage(db, scope, { ...time, ...query })
  const isOfRange = listed.range?.from === range.from && listed.range.to === range.to
  const { videos } = isOfRange
    ? listed
    : await getVideoPage(db, scope, { ...range, period: 'custom', compare: 'none', ...query })
  return videos.filter(({ views }) => views > 0)
}

const toSharedVideo = ({
  videoId,
  channelId,
  title,
  publishedAt,
  thumbnail,
  views,
}: SharedVideo): SharedVideo => ({ videoId, channelId, title, publishedAt, thumbnail, views })
