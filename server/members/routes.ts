import { listMembers } from '#contract/members.ts'
import { type App, route, type Services } from '#server/http.ts'
import { reportToday } from '#server/today.ts'
import { selectMembers } from './queries.ts'

export function memberRoutes(app: App, services: Services): void {
  route(app, services, listMembers, async ({ account, query }) => ({
    ...(await selectMembers(services.db, account.networkId, reportToday(services.now()), query)),
    page: query.page,
    size: query.size,
  }))
}
