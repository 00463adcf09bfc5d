import * as contract from '#contract/people/impersonation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { endImpersonation, impersonate } from './changes.ts'

export function impersonationRoutes(app: App, services: Services): void {
  for (const endpoint of [contract.impersonateMember, contract.impersonatePerson])
    route(app, services, endpoint, (call) =>
      impersonate(services, call, { target: call.body.target, action: endpoint.name }),
    )

  route(app, services, contract.endImpersonation, async (call) => {
    await endImpersonation(services, call)
    return {}
  })
}
