import { join, login } from '#contract/auth.ts'
import { logout, readMe } from '#contract/session.ts'
import { enforceRateLimit, resetRateLimit } from '#server/auth/rate-limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { loadUser } from '#server/user.ts'
import { joinSite } from './join.ts'
import { signIn, signOut } from './sign-in.ts'

export function loginRoutes(app: App, services: Services): void {
  const { db, passwords, now } = services

  route(app, services, login, async ({ site, body, actor, address, userAgent }) => {
    const email = body.id
    const accountKey = `${site.id} ${email}`
    await enforceRateLimit(db, 'ip', address, now())
    await enforceRateLimit(db, 'login', accountKey, now())
    const result = await signIn(services, {
      site,
      email,
      password: body.password,
      actor,
      userAgent,
      now: now(),
    })
    await resetRateLimit(db, 'login', accountKey)
    return result
  })

  route(app, services, join, async ({ site, body, actor, address }) => {
    await enforceRateLimit(db, 'ip', address, now())
    const passwordHash = await passwords.hash(body.password)
    const id = await joinSite(db, site, { ...body, passwordHash }, actor)
    if (id === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    return {}
  })

  route(app, services, logout, async ({ token, actor }) => {
    await signOut(db, token, actor)
    return {}
  })

  route(app, services, readMe, async ({ account }) => ({ user: await loadUser(db, account, now()) }))
}
