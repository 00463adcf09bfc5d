import * as contract from '#contract/reports/desk/calendar.ts'
import * as changes from '#contract/reports/desk/changes.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getCalendarRange, readCalendar } from './calendar.ts'
import { readCell } from './cell.ts'
import { acceptCell, askForReports, withdrawCell } from './changes.ts'

export function deskReportRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.readDeskReports, async ({ account, query: { to, days } }) => {
    const range = getCalendarRange(now(), days, to)
    const owners = await readCalendar(db, getScope(account, 'desk.read'), range, now())
    return { ...range, latest: getCalendarRange(now()).to, owners }
  })

  route(app, services, contract.readDeskReport, ({ account, query }) =>
    readCell(db, getScope(account, 'desk.read'), query, now()),
  )

  route(app, services, changes.withdrawReport, async (call) => {
    await withdrawCell(db, call, call.body, now())
    return {}
  })

  route(app, services, changes.acceptGap, async (call) => {
    await acceptCell(db, call, call.body, now())
    return {}
  })

  route(app, services, changes.askForReports, async (call) => {
    await askForReports(services, call, call.body.owner)
    return {}
  })
}
