import { listVideos, readDashboard } from '#contract/reports.ts'
import { type App, route, type Services } from '#server/http.ts'
import { dashboard } from './dashboard.ts'
import { reportScope } from './scope.ts'
import { videoPage } from './videos.ts'

export function reportRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, readDashboard, async ({ account, query: { period, member } }) =>
    dashboard(db, await reportScope(db, account, member), period),
  )

  route(app, services, listVideos, async ({ account, query: { member, ...question } }) =>
    videoPage(db, await reportScope(db, account, member), question),
  )
}
