import { readPaymentInfo } from '#contract/payment-info.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { selectPaymentInfo } from './queries.ts'

export function paymentInfoRoutes(app: App, services: Services): void {
  route(app, services, readPaymentInfo, async ({ site }) => ({
    contacts: await selectPaymentInfo(services.db, site.id),
  }))
}
