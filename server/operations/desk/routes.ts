import * as contract from '#contract/operations/desk/today.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { countEmptyCells } from '#server/reports/completeness/desk/calendar.ts'
import { assignWaiting, countDone, readWaitingItems, snoozeWaiting } from './today.ts'

export function todayRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.readToday, async ({ account }) => {
    const scope = getScope(account, 'desk.read')
    return {
      ...(await readWaitingItems(db, scope, now())),
      emptyReports: await countEmptyCells(db, scope, now()),
      done: await countDone(db, scope, now()),
    }
  })

  route(app, services, contract.assignWaiting, async (call) => {
    await assignWaiting(db, call, call.body, now())
    return {}
  })

  route(app, services, contract.snoozeWaiting, async (call) => {
    await snoozeWaiting(db, call, call.body, now())
    return {}
  })
}
