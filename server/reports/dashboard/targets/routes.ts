import * as contract from '#contract/reports/targets/month-targets.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { readReport } from '#server/reports/figures/scope.ts'
import { removeTarget, setTarget } from './changes.ts'
import { getTargetSuggestions } from './suggestions.ts'

export function targetRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.readTargetSuggestions, ({ account, query: { month } }) =>
    readReport(services, account, {}, (view, scope) => getTargetSuggestions(view, scope, month)),
  )

  route(app, services, contract.setMonthTarget, async (call) => {
    await setTarget(db, call, call.body, now())
    return {}
  })

  route(app, services, contract.removeMonthTarget, async (call) => {
    await removeTarget(db, call, call.body, now())
    return {}
  })
}
