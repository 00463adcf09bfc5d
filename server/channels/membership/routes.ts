import { endMembership } from '#contract/people/membership/membership.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { endMembershipOf } from './ending.ts'

export const membershipRoutes = (app: App, services: Services): void =>
  route(app, services, endMembership, async (call) => {
    await endMembershipOf(services, call, call.body)
    return {}
  })
