import { readPayoutShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { changeShares, readShares } from './channel-shares.ts'

export function payoutShareRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, readPayoutShares, ({ account, query }) =>
    readShares(db, account, query.channel, now()),
  )

  route(app, services, setPayoutShares, async (call) => {
    await changeShares(db, call, call.body)
    return {}
  })
}
