import { checkPassword, join, login } from '#contract/people/auth.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { checkNewPassword, hashPassword } from '#server/people/credentials/password-hash.ts'
import { findWeakness } from '#server/people/credentials/weak-passwords.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { getSharedNetwork } from '#server/platform/ip-network.ts'
import { getFieldMessage } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { joinSite } from './join.ts'
import { signIn, signOut } from './sign-in.ts'

export function loginRoutes(app: App, services: Services): void {
  const { db, passwords, now } = services

  route(app, services, login, (call) =>
    passwords.withSlot(async (hasher) => {
      const { id: email, password, device } = call.body
      await enforceRateLimit(db, 'ip', call.address, now())
      const attempt = { ...call, email, password, device }
      const result = await signIn({ ...services, passwords: hasher }, attempt)
      return 'challenge' in result ? result : { token: result.token, device: result.device }
    }),
  )

  route(app, services, join, async (call) => {
    const { site, body } = call
    const { password, device, ...form } = body
    if (site.joinPolicy === 'invitation') throw new Refusal('join_closed')
    await enforceRateLimit(db, 'ip', call.address, now())
    await enforceRateLimit(db, 'join', getSharedNetwork(call.address), now())
    const checked = await checkNewPassword(site, { ...form, password, hasRole: false, field: 'password' })
    const passwordHash = await hashPassword(passwords, checked)
    const session = await joinSite(services, { ...call, form: { ...form, passwordHash }, device })
    if (session === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    return { token: session.token, device: session.device }
  })

  route(app, services, checkPassword, async ({ site, body: { password, ...person }, address, locale }) => {
    await enforceRateLimit(db, 'password-check', address, now())
    const code = await findWeakness(password, site, person)
    return { weakness: code ? { code, message: getFieldMessage(code, locale) } : null }
  })

  route(app, services, logout, async ({ token, actor }) => {
    await signOut(db, token, actor)
    return {}
  })

  route(app, services, readMe, async ({ account }) => ({ user: await services.loadUser(db, account, now()) }))
}
