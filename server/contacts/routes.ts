import { readPaymentInfo } from '#contract/payment-info.ts'
import { type App, route, type Services } from '#server/http/route.ts'
import { selectContacts } from './queries.ts'

export function contactRoutes(app: App, services: Services): void {
  route(app, services, readPaymentInfo, async ({ site }) => ({
    contacts: await selectContacts(services.db, site.id),
  }))
}
