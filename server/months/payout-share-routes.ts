import { readPayoutShares, setPayoutShares } from '#contract/payout-shares.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
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
