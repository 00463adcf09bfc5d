import { readContacts } from '#contract/contacts.ts'
import { type App, route, type Services } from '#server/http.ts'
import { selectContacts } from './queries.ts'

export function contactRoutes(app: App, services: Services): void {
  route(app, services, readContacts, async ({ site }) => ({
    contacts: await selectContacts(services.db, site.id),
  }))
}
