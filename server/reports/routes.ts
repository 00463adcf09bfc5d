import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import { readCountries } from '#contract/countries.ts'
import { readMovers } from '#contract/movers.ts'
import { listMusicUses } from '#contract/musics.ts'
import { readPriceSpread } from '#contract/price-spread.ts'
import { readReportEvents } from '#contract/report-events.ts'
import { readDashboard } from '#contract/reports.ts'
import { readVideo, readVideoContext, readVideoCurve } from '#contract/video-detail.ts'
import { listVideos, readVideoExtremes, readVideoTotals, readVideoTrends } from '#contract/videos.ts'
import { narrowToChannels, readReport } from '#server/figures/scope.ts'
import { cachedRoute } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { getChannelPage } from './channel-page.ts'
import { getChannelSeries } from './channel-series.ts'
import { getCountries } from './countries.ts'
import { getDashboard } from './dashboard.ts'
import { getReportEvents } from './events.ts'
import { exportRoutes } from './export-routes.ts'
import { getMovers } from './movers.ts'
import { getMusicUses } from './music-uses.ts'
import { getPriceSpread } from './price-spread.ts'
import { getVideoContext } from './video-context.ts'
import { getVideoCurve } from './video-curve.ts'
import { getVideoDetail } from './video-detail.ts'
import { getVideoExtremes } from './video-extremes.ts'
import { getVideoPage } from './video-page.ts'
import { getVideoTotals } from './video-totals.ts'
import { getVideoTrends } from './video-trends.ts'

export function reportRoutes(app: App, services: Services): void {
  const { db } = services
  exportRoutes(app, services)

  cachedRoute(app, services, readDashboard, ({ account, query: { channels, ...query } }) =>
    readReport(db, account, query, async (scope) =>
      getDashboard(db, await narrowToChannels(db, scope, channels), query),
    ),
  )

  cachedRoute(app, services, readMovers, ({ account, query }) =>
    readReport(db, account, query, (scope) => getMovers(db, scope, query)),
  )

  cachedRoute(app, services, readReportEvents, ({ account, query }) =>
    readReport(db, account, query, (scope) => getReportEvents(db, scope, query)),
  )

  cachedRoute(app, services, readCountries, ({ account, query }) =>
    readReport(db, account, query, (scope) => getCountries(db, scope, query)),
  )

  cachedRoute(app, services, listVideos, ({ account, query }) =>
    readReport(db, account, query, (scope) => getVideoPage(db, scope, query)),
  )

  cachedRoute(app, services, readVideoTotals, ({ account, query }) =>
    readReport(db, account, query, (scope) => getVideoTotals(db, scope, query)),
  )

  cachedRoute(app, services, readVideoExtremes, ({ account, query }) =>
    readReport(db, account, query, (scope) => getVideoExtremes(db, scope, query)),
  )

  cachedRoute(app, services, readPriceSpread, ({ account, query }) =>
    readReport(db, account, query, (scope) => getPriceSpread(db, scope, query)),
  )

  cachedRoute(app, services, readVideoTrends, ({ account, query }) =>
    readReport(db, account, query, (scope) => getVideoTrends(db, scope, query)),
  )

  cachedRoute(app, services, readVideo, ({ account, query }) => getVideoDetail(db, account, query))

  cachedRoute(app, services, readVideoCurve, ({ account, query }) => getVideoCurve(db, account, query))

  cachedRoute(app, services, readVideoContext, ({ account, query }) => getVideoContext(db, account, query))

  cachedRoute(app, services, listChannelFigures, ({ account, query }) =>
    readReport(db, account, { member: query.member }, (scope) => getChannelPage(db, scope, query)),
  )

  cachedRoute(app, services, readChannelSeries, ({ account, query: { member, ...seriesQuery } }) =>
    readReport(db, account, { member }, (scope) => getChannelSeries(db, scope, seriesQuery)),
  )

  cachedRoute(app, services, listMusicUses, ({ account, query }) =>
    readReport(db, account, {}, (scope) => getMusicUses(db, scope, query.musics.split(',').map(Number))),
  )
}
