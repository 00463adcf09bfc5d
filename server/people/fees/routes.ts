import * as contract from '#contract/people/fees.ts'
import { sql } from '#server/platform/db/sql.ts'
import { parseUpload, refuseLines } from '#server/platform/files/line-problems.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { changeFees, removeMemberFee, setNetworkDefault, writeFees } from './changes.ts'
import { selectDefaultFees } from './queries.ts'

const toPercent = (permille: number | null) => (permille === null ? null : permille / 10)

export function feeRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.setFees, async (call) => ({
    changed: await changeFees(db, call, call.body, now()),
  }))

  route(app, services, contract.removeFee, async (call) => {
    await removeMemberFee(db, call, call.body)
    return {}
  })

  route(app, services, contract.importFees, async ({ account, actor, body }) => {
    const { parseFeeFile, planFeeFile } = await import('./fee-file.ts')
    const file = parseUpload(body.file, parseFeeFile)
    return db.transaction(async (tx) => {
      const isOwn = sql`a.network_id = ${account.networkId}`
      const { changes, problems } = await planFeeFile(tx, file, isOwn, now())
      refuseLines(problems)
      if (!body.check) await writeFees(tx, changes, { action: 'importFees', getActor: () => actor }, now())
      return {
        changes: changes.map(({ account: { id, nickname, email }, fromDay, before, permille }) => ({
          member: { id, nickname, email },
          fromDay,
          before: before / 10,
          fee_rate: permille / 10,
        })),
        unchanged: file.lines.length - changes.length,
      }
    })
  })

  route(app, services, contract.readDefaultFee, async ({ account }) => {
    const { network, site } = await selectDefaultFees(db, account.networkId)
    return { fee_rate: toPercent(network), siteFeeRate: toPercent(site) }
  })

  route(app, services, contract.setDefaultFee, async (call) => {
    await setNetworkDefault(db, call, call.body.fee_rate)
    return {}
  })
}
