import { join, login } from '#contract/auth.ts'
import { logout, readMe } from '#contract/session.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import { countAttempt, forgetAttempts } from '#server/limits.ts'
import { hashPassword, isPassword } from '#server/passwords.ts'
import { endSession, startSession } from '#server/session.ts'
import { insertAccount, selectLogin, selectVerifyNeeded } from './queries.ts'

export function authRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, login, async ({ site, body, address }) => {
    // Counted and looked up in the same letters: the database's idea of lower case is another one than ours.
    const email = body.id.toLowerCase()
    const who = `${site.id} ${email}`
    await countAttempt(db, 'address', address, now())
    await countAttempt(db, 'account', who, now())
    const account = await selectLogin(db, site, email)
    const right = await isPassword(body.password, account?.passwordHash ?? null)
    if (!account || !right) throw new Refusal('wrong_credentials')
    await forgetAttempts(db, 'account', who)
    return { token: await startSession(db, account.id, now()) }
  })

  route(app, services, join, async ({ site, body, address }) => {
    await countAttempt(db, 'address', address, now())
    const passwordHash = await hashPassword(body.password)
    const id = await insertAccount(db, site, { ...body, passwordHash, networkId: site.defaultNetworkId })
    if (id === null) throw new Refusal('taken', { fields: { email: 'email_taken' } })
    return {}
  })

  route(app, services, logout, async ({ token }) => {
    await endSession(db, token)
    return {}
  })

  route(app, services, readMe, async ({ account }) => ({
    user: {
      id: account.id,
      email: account.email,
      nickname: account.nickname,
      permission_flag: account.permissionFlag,
      settings: { channel_verify_needed: await selectVerifyNeeded(db, account) },
    },
  }))
}
