import * as contract from '#contract/settlement/desk/month-board.ts'
import { readMonthPayments as paymentsEndpoint } from '#contract/settlement/desk/month-payments.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { type MonthServices, selectMonths } from '#server/settlement/months/month-detail.ts'
import { findClosable, readMonthBoard } from './month-board.ts'
import { readMonthPayments } from './month-payments.ts'

export function monthBoardRoutes(app: App, services: Services, monthServices: MonthServices): void {
  const { db, now, readLimits } = services

  route(app, services, contract.readMonthBoard, async ({ account, locale }) => {
    if (findClosable(await selectMonths(db))) readLimits.enforce(account.id, 'draft', now())
    return readMonthBoard(monthServices, { scope: getScope(account, 'desk.read'), locale, now: now() })
  })

  route(app, services, paymentsEndpoint, ({ account, query }) =>
    readMonthPayments(db, getScope(account, 'desk.read'), query),
  )
}
