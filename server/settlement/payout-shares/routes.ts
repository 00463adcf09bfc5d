import { importShares, readPayoutShares, setPayoutShares } from '#contract/settlement/payout-shares.ts'
import { parseUpload, refuseLines } from '#server/platform/files/line-problems.ts'
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
    await changeShares(db, call, call.body, now())
    return {}
  })

  route(app, services, importShares, async ({ account: { networkId }, actor, body }) => {
    const { parseShareFile, planShareFile, resolveChannels, writeShareFile } = await import('./share-file.ts')
    const file = parseUpload(body.file, parseShareFile)
    return db.transaction(async (tx) => {
      const names = file.lines.map(({ channel }) => channel)
      const ids = await resolveChannels(tx, networkId, names)
      const plan = await planShareFile(tx, file, { ids, networkId }, now())
      refuseLines(plan.problems)
      if (!body.check) await writeShareFile(tx, plan, { action: 'importShares', actor }, now())
      const changed = plan.changes.filter(({ hasChanged }) => hasChanged)
      return {
        changes: changed.map(({ hasChanged: _, ...change }) => change),
        unchanged: plan.changes.length - changed.length,
      }
    })
  })
}
