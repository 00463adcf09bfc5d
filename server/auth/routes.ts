import { join, login } from '#contract/auth.ts'
import { logout, readMe } from '#contract/session.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import { countAttempt, forgetAttempts } from '#server/limits.ts'
import { hashPassword } from '#server/passwords.ts'
import { userOf } from '#server/user.ts'
import { joinSite } from './joining.ts'
import { signIn, signOut } from './signing.ts'

export function authRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, login, async ({ site, body, by, address, userAgent }) => {
    // Counted and looked up in the same letters: the database's idea of lower case is another one than ours.
    const email = body.id.toLowerCase()
    const who = `${site.id} ${email}`
    await countAttempt(db, 'address', address, now())
    await countAttempt(db, 'account', who, now())
    const token = await signIn(db, { site, email, password: body.password, by, userAgent, now: now() })
    await forgetAttempts(db, 'account', who)
    return { token }
  })

  route(app, services, join, async ({ site, body, by, address }) => {
    await countAttempt(db, 'address', address, now())
    const passwordHash = await hashPassword(body.password)
    const id = await joinSite(db, site, { ...body, passwordHash }, by)
    if (id === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    return {}
  })

  route(app, services, logout, async ({ token, by }) => {
    await signOut(db, token, by)
    return {}
  })

  route(app, services, readMe, async ({ account }) => ({ user: await userOf(db, account, now()) }))
}
