import { endMembership } from '#contract/people/membership/membership.ts'
import { endPersonMembership, movePerson } from '#contract/people/membership/person-network.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { endMembershipAtDesk, movePersonTo } from './desk-membership.ts'
import { endMembershipOf } from './ending.ts'

export function membershipRoutes(app: App, services: Services): void {
  route(app, services, endMembership, async (call) => {
    await endMembershipOf(services, call, call.body)
    return {}
  })

  route(app, services, movePerson, async (call) => {
    await movePersonTo(services, call, call.body)
    return {}
  })

  route(app, services, endPersonMembership, async (call) => {
    await endMembershipAtDesk(services, call, call.body)
    return {}
  })
}
