import { readPaymentInfo } from '#contract/settlement/payment-info.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { selectPaymentInfo } from './queries.ts'

export function paymentInfoRoutes(app: App, services: Services): void {
  route(app, services, readPaymentInfo, async ({ site }) => ({
    contacts: await selectPaymentInfo(services.db, site.id),
  }))
}
