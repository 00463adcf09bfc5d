import { checkPassword, join, login } from '#contract/people/auth.ts'
import { createFirstOperator } from '#contract/people/first-operator.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import { findWeakness } from '#server/people/credentials/weak-passwords.ts'
import { rememberRateLimit } from '#server/platform/auth/rate-limits.ts'
import { precedenceOfKnown, precedenceOfStranger } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getFieldMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createOperator } from './first-operator.ts'
import { joinSite } from './join.ts'
import { selectLoginAccount } from './queries.ts'
import { signIn, signOut } from './sign-in.ts'

export function loginRoutes(app: App, services: Services): void {
  const { db, passwords, now } = services
  const addressLimit = rememberRateLimit(db, 'ip', now)

  route(app, services, login, async (call) => {
    const { id: email, password, device } = call.body
    addressLimit.refuseRemembered(call.address)
    const attempt = { ...call, email, password, device }
    const find = () => selectLoginAccount(db, attempt, now())
    // Only a browser that says it is known is looked up before its turn: others' statements wait with them.
    const known = device === undefined ? null : await find()
    const precedence = known?.isKnownDevice ? precedenceOfKnown(known.id) : precedenceOfStranger(call.address)
    const result = await passwords.admit(precedence, async (hasher) => {
      await addressLimit.enforce(call.address)
      return signIn({ ...services, passwords: hasher }, attempt, await find())
    })
    return 'challenge' in result ? result : { token: result.token, device: result.device }
  })

  route(app, services, join, async (call) => {
    const { site, body } = call
    const { password, device, ...form } = body
    if (site.joinPolicy === 'invitation') throw new Refusal('join_closed')
    const checked = await checkNewPassword(site, { ...form, password, hasRole: false, field: 'password' })
    const passwordHash = await hashPassword(passwords.for(precedenceOfStranger(call.address)), checked)
    const session = await joinSite(services, { ...call, form: { ...form, passwordHash }, device })
    if (session === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    return { token: session.token, device: session.device }
  })

  route(app, services, createFirstOperator, async (call) => {
    const { token, device } = await createOperator(services, call)
    return { token, device }
  })

  route(app, services, checkPassword, async ({ site, body: { password, ...person }, locale }) => {
    const code = await findWeakness(password, site, person)
    return { weakness: code ? { code, message: getFieldMessage(code, locale) } : null }
  })

  route(app, services, logout, async ({ token, actor }) => {
    await signOut(db, token, actor)
    return {}
  })

  route(app, services, readMe, async ({ account }) => ({ user: await services.loadUser(db, account, now()) }))
}
