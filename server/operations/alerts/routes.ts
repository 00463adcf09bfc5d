import { readOperatorAlerts } from '#contract/operations/operator-alerts.ts'
import { toOperatorAlert } from '#server/operations/desk/waiting.ts'
import { selectOpenAlerts } from '#server/platform/alerts/alerts.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'

export function alertRoutes(app: App, services: Services): void {
  route(app, services, readOperatorAlerts, async ({ account }) => ({
    alerts: (await selectOpenAlerts(services.db, getScope(account, 'alerts.read'))).map(toOperatorAlert),
  }))
}
