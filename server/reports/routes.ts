import { readChannelReport, readChannelSeries } from '#contract/channel-report.ts'
import { listVideos, readDashboard } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import { type App, route, type Services } from '#server/http.ts'
import { channelReport, channelSeries } from './channels.ts'
import { dashboard } from './dashboard.ts'
import { reportScope } from './scope.ts'
import { videoDetail } from './video-detail.ts'
import { videoPage } from './videos.ts'

export function reportRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, readDashboard, async ({ account, query: { period, member } }) =>
    dashboard(db, await reportScope(db, account, member), period),
  )

  route(app, services, listVideos, async ({ account, query: { member, ...question } }) =>
    videoPage(db, await reportScope(db, account, member), question),
  )

  route(app, services, readChannelReport, async ({ account, query }) => channelReport(db, account, query))

  route(app, services, readChannelSeries, async ({ account, query }) => channelSeries(db, account, query))

  route(app, services, readVideo, ({ account, query }) => videoDetail(db, account, query))
}
