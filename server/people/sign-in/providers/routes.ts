import * as contract from '#contract/people/sign-in-providers.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { createLazyClient } from './client.ts'
import { finishSignIn } from './finish.ts'
import { joinByProvider } from './join.ts'
import { linkProvedAccount, loadLinks, unlink } from './linking.ts'
import { startLink, startSignIn } from './start.ts'

export function signInProviderRoutes(app: App, common: Services): void {
  const services = { ...common, oidc: createLazyClient() }

  route(app, services, contract.startProviderSignIn, (call) => startSignIn(services, call))

  route(app, services, contract.startProviderLink, (call) => startLink(services, call, call.body))

  route(app, services, contract.finishProviderSignIn, (call) => finishSignIn(services, call))

  route(app, services, contract.linkProvider, (call) => linkProvedAccount(services, call))

  route(app, services, contract.joinWithProvider, async (call) => {
    const { token, device } = await joinByProvider(services, call)
    return { token, device }
  })

  route(app, services, contract.listLinkedSignIns, (call) => loadLinks(services.db, call))

  route(app, services, contract.unlinkProvider, (call) => unlink(services, call, call.body))
}
