import { markStatementsSeen as endpoint } from '#contract/settlement/new-statements.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { countNewStatements, markStatementsSeen } from './new-statements.ts'

export function newStatementRoutes(app: App, services: Services): void {
  const { db } = services
  route(app, services, endpoint, async ({ account, body: { id } }) => {
    await markStatementsSeen(db, account, id)
    return { newStatements: await countNewStatements(db, account) }
  })
}
