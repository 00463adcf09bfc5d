import { changeAccount, endSessions, listSessions, withdraw } from '#contract/account.ts'
import { type App, route, type Services } from '#server/http.ts'
import { userOf } from '#server/user.ts'
import { changeAccount as change } from './changes.ts'
import { endOthers, readSessions } from './sessions.ts'
import { type EndRegistrations, withdraw as leave } from './withdrawal.ts'

export function accountRoutes(app: App, services: Services, endRegistrations: EndRegistrations): void {
  const { db, now } = services

  route(app, services, changeAccount, async (call) => ({
    user: await userOf(db, await change(services, call, call.body), now()),
  }))

  route(app, services, withdraw, async (call) => {
    await leave(services, endRegistrations, call, call.body.password)
    return {}
  })

  route(app, services, listSessions, async (call) => ({ sessions: await readSessions(db, call, now()) }))

  route(app, services, endSessions, async (call) => {
    await endOthers(services, call, call.body.id)
    return { sessions: await readSessions(db, call, now()) }
  })
}
