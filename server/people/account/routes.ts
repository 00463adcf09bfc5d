import * as contract from '#contract/people/account.ts'
import { listSecurityEvents } from '#contract/people/security-events.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { changeAccount } from './changes.ts'
import { isLastOwner, selectNetworkUsage } from './queries.ts'
import { loadSecurityEvents } from './security-events.ts'
import { endOtherSessions, loadSessions } from './sessions.ts'
import { type DeletionMoney, type EndRegistrations, withdraw } from './withdrawal.ts'

interface Endings {
  endRegistrations: EndRegistrations
  money: DeletionMoney
}

export function accountRoutes(app: App, services: Services, endings: Endings): void {
  const { db, now } = services

  route(app, services, contract.updateAccount, async (call) => ({
    user: await services.loadUser(db, await changeAccount(services, call, call.body), now()),
  }))

  route(app, services, contract.readWithdrawal, async ({ account }) =>
    (await isLastOwner(db, account))
      ? selectNetworkUsage(db, account.networkId, account.id)
      : { hasStaff: false, hasMembers: false, hasChannels: false },
  )

  route(app, services, contract.withdrawAccount, async (call) => {
    await withdraw(services, endings, call, call.body.password)
    return {}
  })

  route(app, services, contract.listSessions, async (call) => ({
    sessions: await loadSessions(db, call, now()),
  }))

  route(app, services, contract.endSessions, async (call) => {
    await endOtherSessions(services, call, call.body)
    return { sessions: await loadSessions(db, call, now()) }
  })

  route(app, services, listSecurityEvents, ({ account, query: { before } }) =>
    loadSecurityEvents(db, account, before),
  )
}
