import * as card from '#contract/operations/desk/channel-card.ts'
import * as person from '#contract/operations/desk/person-card.ts'
import * as contract from '#contract/operations/desk/search.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { readChannelCard } from './channel-card.ts'
import { readPersonCard } from './person-card.ts'
import { searchDeskFor, selectBlocked } from './search.ts'

export function findRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.searchDesk, ({ account, query }) =>
    searchDeskFor(db, getScope(account, 'desk.read'), query),
  )

  route(app, services, contract.listBlockedPeople, async ({ account }) => ({
    people: await selectBlocked(db, getScope(account, 'desk.read'), now()),
  }))

  route(app, services, person.readPersonCard, async ({ account, query }) => ({
    person: await readPersonCard(db, account, query.id, now()),
  }))

  route(app, services, card.readChannelCard, async ({ account, query }) => ({
    channel: await readChannelCard(db, getScope(account, 'desk.read'), query.id, now()),
  }))
}
