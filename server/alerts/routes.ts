import { readOperatorAlerts } from '#contract/operator-alerts.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { selectOpenAlerts } from './alerts.ts'

export function alertRoutes(app: App, services: Services): void {
  route(app, services, readOperatorAlerts, async () => ({
    alerts: (await selectOpenAlerts(services.db)).map(({ kind, subject, detail, raisedAt }) => ({
      kind,
      owner: kind === 'rates-refused' ? null : subject,
      day: detail.day ?? null,
      count: detail.count ?? null,
      raisedAt,
    })),
  }))
}
