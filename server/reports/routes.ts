import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import { listMusicUses } from '#contract/musics.ts'
import { listVideos, readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import { type App, keptRoute, type Services } from '#server/http.ts'
import { channelSeries } from './channel-series.ts'
import { channelPage } from './channels.ts'
import { dashboard } from './dashboard.ts'
import { exportRoutes } from './exports.ts'
import { musicUses } from './music-uses.ts'
import { videoDetail } from './video-detail.ts'
import { videoExtremes } from './video-extremes.ts'
import { videoPage } from './videos.ts'
import { readWhole } from './whole.ts'

export function reportRoutes(app: App, services: Services): void {
  const { db } = services
  exportRoutes(app, services)

  keptRoute(app, services, readDashboard, ({ account, query }) =>
    readWhole(db, account, query, (scope) => dashboard(db, scope, query.period)),
  )

  keptRoute(app, services, listVideos, ({ account, query }) =>
    readWhole(db, account, query, (scope) => videoPage(db, scope, query)),
  )

  keptRoute(app, services, readVideoExtremes, ({ account, query }) =>
    readWhole(db, account, query, (scope) => videoExtremes(db, scope, query.period)),
  )

  keptRoute(app, services, readVideo, ({ account, query }) => videoDetail(db, account, query))

  keptRoute(app, services, listChannelFigures, ({ account, query }) =>
    readWhole(db, account, { member: query.member }, (scope) => channelPage(db, scope, query)),
  )

  keptRoute(app, services, readChannelSeries, ({ account, query: { member, ...question } }) =>
    readWhole(db, account, { member }, (scope) => channelSeries(db, scope, question)),
  )

  keptRoute(app, services, listMusicUses, ({ account, query }) =>
    readWhole(db, account, {}, (scope) => musicUses(db, scope, query.musics.split(',').map(Number))),
  )
}
