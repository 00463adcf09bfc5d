import * as contract from '#contract/people/second-factor.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import {
  addNewPasskey,
  addTotpApp,
  removeOnePasskey,
  removeTotpApp,
  renameOnePasskey,
  renewCodes,
  startConfirmation,
  startPasskey,
  startTotp,
} from './changes.ts'
import { loadFactors } from './queries.ts'
import { confirmPerson } from './session-confirmation.ts'
import { finishSignIn, startPasskeySignIn, startStepUp } from './sign-in.ts'

export function secondFactorRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.startPasskeySignIn, (call) => startPasskeySignIn(services, call))

  route(app, services, contract.completeSignIn, (call) => finishSignIn(services, call))

  route(app, services, contract.readSecondFactors, ({ account, token }) =>
    loadFactors(db, account, token, now()),
  )

  route(app, services, contract.startStepUp, async (call) => ({
    challenge: await startStepUp(services, call),
  }))

  route(app, services, contract.startConfirmation, async (call) => ({
    challenge: await startConfirmation(services, call),
  }))

  route(app, services, contract.confirmSession, async (call) => ({
    token: await confirmPerson(services, call, call.body),
  }))

  route(app, services, contract.startTotp, (call) => startTotp(services, call, call.body))

  route(app, services, contract.addTotp, (call) => addTotpApp(services, call, call.body))

  route(app, services, contract.removeTotp, async (call) => ({
    factors: await removeTotpApp(services, call, call.body),
  }))

  route(app, services, contract.startPasskey, (call) => startPasskey(services, call, call.body))

  route(app, services, contract.addPasskey, (call) => addNewPasskey(services, call, call.body))

  route(app, services, contract.renamePasskey, async (call) => ({
    factors: await renameOnePasskey(services, call, call.body),
  }))

  route(app, services, contract.removePasskey, async (call) => ({
    factors: await removeOnePasskey(services, call, call.body),
  }))

  route(app, services, contract.renewRecoveryCodes, (call) => renewCodes(services, call, call.body))
}
