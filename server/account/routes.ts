import { endSessions, listSessions, updateAccount, withdrawAccount } from '#contract/account.ts'
import { type App, route, type Services } from '#server/http/route.ts'
import { loadUser } from '#server/user.ts'
import { changeAccount as change } from './changes.ts'
import { endOtherSessions, loadSessions } from './sessions.ts'
import { type EndRegistrations, withdraw as leave } from './withdrawal.ts'

export function accountRoutes(app: App, services: Services, endRegistrations: EndRegistrations): void {
  const { db, now } = services

  route(app, services, updateAccount, async (call) => ({
    user: await loadUser(db, await change(services, call, call.body), now()),
  }))

  route(app, services, withdrawAccount, async (call) => {
    await leave(services, endRegistrations, call, call.body.password)
    return {}
  })

  route(app, services, listSessions, async (call) => ({ sessions: await loadSessions(db, call, now()) }))

  route(app, services, endSessions, async (call) => {
    await endOtherSessions(services, call, call.body.id)
    return { sessions: await loadSessions(db, call, now()) }
  })
}
