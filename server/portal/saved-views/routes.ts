import * as contract from '#contract/portal/saved-views.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { changeViewAddress, changeViewName, removeView, saveNewView, saveViewOrder } from './changes.ts'
import { listViews } from './queries.ts'

export function savedViewRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.listSavedViews, async ({ account }) => ({
    views: await listViews(db, account),
  }))

  route(app, services, contract.saveView, async ({ account, body }) => ({
    id: await saveNewView(db, account, body, now()),
  }))

  route(app, services, contract.renameView, async ({ account, body }) => {
    await changeViewName(db, account, body)
    return {}
  })

  route(app, services, contract.replaceView, async ({ account, body }) => {
    await changeViewAddress(db, account, body)
    return {}
  })

  route(app, services, contract.deleteView, async ({ account, body }) => {
    await removeView(db, account, body.id)
    return {}
  })

  route(app, services, contract.reorderViews, async ({ account, body }) => {
    await saveViewOrder(db, account, body.ids)
    return {}
  })
}
