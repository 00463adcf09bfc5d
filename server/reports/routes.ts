import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import { readMovers } from '#contract/reports/movers.ts'
import { listMusicUses } from '#contract/reports/music-uses.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { readReportEvents } from '#contract/reports/report-events.ts'
import { readSimilarTracks } from '#contract/reports/similar-tracks.ts'
import { readTrackReport } from '#contract/reports/track-report.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import { listVideos, readVideoExtremes, readVideoTotals, readVideoTrends } from '#contract/reports/videos.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { cachedRoute } from '#server/platform/http/route.ts'
import { narrowToChannels, readReport } from '#server/reports/figures/scope.ts'
import { getChannelPage } from './channels/channel-page.ts'
import { getChannelSeries } from './channels/channel-series.ts'
import { deskReportRoutes } from './completeness/desk/routes.ts'
import { getCountries } from './dashboard/countries.ts'
import { getDashboard } from './dashboard/dashboard.ts'
import { getLatestDay } from './dashboard/latest-day.ts'
import { getMovers } from './dashboard/movers.ts'
import { targetRoutes } from './dashboard/targets/routes.ts'
import { getReportEvents } from './events.ts'
import { exportRoutes } from './export-routes.ts'
import { selectComparedDay } from './lists/track-channels.ts'
import { getVideoContext } from './video/video-context.ts'
import { getVideoCurve } from './video/video-curve.ts'
import { getVideoDetail } from './video/video-detail.ts'
import { getMusicUses } from './videos/music-uses.ts'
import { getPriceSpread } from './videos/price-spread.ts'
import { getSimilarTracks } from './videos/similar-tracks.ts'
import { getTrackReport } from './videos/track-report.ts'
import { getVideoExtremes } from './videos/video-extremes.ts'
import { getVideoPage } from './videos/video-page.ts'
import { getVideoTotals } from './videos/video-totals.ts'
import { getVideoTrends } from './videos/video-trends.ts'

export function reportRoutes(app: App, services: Services): void {
  exportRoutes(app, services)
  targetRoutes(app, services)
  deskReportRoutes(app, services)

  cachedRoute(app, services, readDashboard, ({ account, query: { channels, ...query } }) =>
    readReport(services, account, query, async (db, scope) =>
      getDashboard(db, await narrowToChannels(db, scope, channels), query),
    ),
  )

  cachedRoute(app, services, readLatestDay, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getLatestDay(db, scope)),
  )

  cachedRoute(app, services, readMovers, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getMovers(db, scope, query)),
  )

  cachedRoute(app, services, readReportEvents, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getReportEvents(db, scope, query)),
  )

  cachedRoute(app, services, readCountries, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getCountries(db, scope, query)),
  )

  cachedRoute(app, services, listVideos, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getVideoPage(db, scope, query)),
  )

  cachedRoute(app, services, readVideoTotals, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getVideoTotals(db, scope, query)),
  )

  cachedRoute(app, services, readVideoExtremes, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getVideoExtremes(db, scope, query)),
  )

  cachedRoute(app, services, readPriceSpread, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getPriceSpread(db, scope, query)),
  )

  cachedRoute(app, services, readVideoTrends, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getVideoTrends(db, scope, query)),
  )

  cachedRoute(app, services, readVideo, ({ account, query }) => getVideoDetail(services, account, query))

  cachedRoute(app, services, readVideoCurve, ({ account, query }) => getVideoCurve(services, account, query))

  cachedRoute(app, services, readVideoContext, ({ account, query }) =>
    getVideoContext(services, account, query),
  )

  cachedRoute(app, services, readTrackReport, ({ account, query: { member, tag, channel, ...query } }) =>
    readReport(services, account, { member, tag, channel }, (db, scope) => getTrackReport(db, scope, query)),
  )

  cachedRoute(
    app,
    services,
    readSimilarTracks,
    ({ account, query: { music, member } }) =>
      readReport(services, account, { member }, (db, scope) => getSimilarTracks(db, scope, music)),
    // They change once a day, after the figures.
    () => selectComparedDay(services.db),
  )

  cachedRoute(app, services, listChannelFigures, ({ account, query }) =>
    readReport(services, account, query, (db, scope) => getChannelPage(db, scope, query)),
  )

  cachedRoute(app, services, readChannelSeries, ({ account, query: { member, tag, ...seriesQuery } }) =>
    readReport(services, account, { member, tag }, (db, scope) => getChannelSeries(db, scope, seriesQuery)),
  )

  cachedRoute(app, services, listMusicUses, ({ account, query }) =>
    readReport(services, account, {}, (db, scope) =>
      getMusicUses(db, scope, query.musics.split(',').map(Number)),
    ),
  )
}
