import * as contract from '#contract/settlement/payees.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getDecisionViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { changePayee, readTaxId, readWholePayee, rejectPayee } from './changes.ts'
import { loadPayees, maskPayee } from './queries.ts'

export function payeeRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, contract.readPayee, async ({ account }) => {
    const { id } = getDecisionViewpoint(account)
    const payee = (await loadPayees(db, services, [id])).get(id)
    return { payee: payee ? maskPayee(payee) : null }
  })

  route(app, services, contract.updatePayee, async (call) => ({
    payee: await changePayee(services, call, call.body),
  }))

  route(app, services, contract.readMemberPayee, async (call) => ({
    payee: await readWholePayee(services, call, {
      target: call.body.target,
      reach: isMemberOf(call.account.networkId),
      action: 'readMemberPayee',
    }),
  }))

  route(app, services, contract.readMemberTaxId, async (call) => ({
    taxId: await readTaxId(services, call, call.body),
  }))

  route(app, services, contract.rejectMemberPayee, async (call) => {
    await rejectPayee(services, call, call.body)
    return {}
  })
}
