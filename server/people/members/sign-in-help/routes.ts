import * as contract from '#contract/people/membership/sign-in-help.ts'
import { can } from '#contract/platform/roles.ts'
import { requirePassword } from '#server/people/credentials/reauthentication.ts'
import { findMemberName, isMember, lockMember } from '#server/people/members/queries.ts'
import { type AuditChange, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { CallOrigin } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSignInCauses } from './causes.ts'
import { personHelpRoutes } from './desk-routes.ts'
import { allowAttempts, mailConfirmation, resetSignIn } from './helping.ts'

/** How staff protect their sign-in, and who tries it, is for those who may change staff. */
const isOfStaff = (cause: contract.SignInCause): boolean =>
  cause === 'second_factor' || cause === 'guarded' || cause === 'code_guarded'

type Help = (tx: Queryable, origin: CallOrigin, id: number, now: Date) => Promise<AuditChange | null>

export function signInHelpRoutes(app: App, services: Services): void {
  const { db, now } = services
  personHelpRoutes(app, services)

  /** `isGuarded`: never for somebody who runs the network, whose rights a manager would gain. */
  const help = (
    call: Caller & CallOrigin,
    { action, target, isGuarded }: { action: string; target: number; isGuarded: boolean },
    change: Help,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const { networkId } = call.account
      await requireCurrentRole(tx, call.account, 'share')
      if (!(await lockMember(tx, networkId, target))) throw new Refusal('not_found')
      const member = await findMemberName(tx, networkId, target)
      if (isGuarded && member?.runsNetwork) throw new Refusal('forbidden')
      const changed = await change(tx, call, target, now())
      if (!changed) throw new Refusal('outdated')
      await recordAuditEntry(tx, call.actor, { action, subject: { kind: 'account', id: target }, ...changed })
    })

  route(app, services, contract.readSignInHelp, async ({ account, query: { target } }) => {
    if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
    const help = await findSignInCauses(db, target, now())
    if (!help.runsNetwork || can(account, 'staff.change')) return help
    return { ...help, causes: help.causes.filter(({ cause }) => !isOfStaff(cause)) }
  })

  route(app, services, contract.mailMemberConfirmation, async (call) => {
    const { target } = call.body
    const subject = `confirm ${target}`
    await enforceRateLimit(db, 'mail', subject, now())
    await enforceRateLimit(db, 'mail-day', subject, now())
    await help(call, { action: 'mailMemberConfirmation', target, isGuarded: false }, mailConfirmation)
    return {}
  })

  for (const [endpoint, change] of [
    [contract.allowMemberAttempts, allowAttempts],
    [contract.resetMemberFactors, resetSignIn],
  ] as const)
    route(app, services, endpoint, async (call) => {
      const { target, password } = call.body
      await requirePassword(services, call, password)
      await help(call, { action: endpoint.name, target, isGuarded: true }, change)
      return {}
    })
}
