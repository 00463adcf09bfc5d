import type { Page } from '@playwright/test'
import { login } from '#contract/people/auth.ts'
import { addTotp, startTotp } from '#contract/people/second-factor.ts'
import { readMe } from '#contract/people/session.ts'
import type { InstallationRole } from '#contract/platform/roles.ts'
import { createTotpCode } from './authenticator.ts'
import { joinAccount, joinedPassword, runOperator, siteUrl } from './e2e.ts'
import { callRemote } from './remote-api.ts'
import { requireToken } from './require-token.ts'

interface OperatorOptions {
  role?: InstallationRole
  /** Options of `account grant-operator`, such as `--for-site`. */
  scope?: readonly string[]
  /** Also runs a network of their own. */
  isManager?: boolean
}

/** Makes an account with a role on the installation and a second factor. @returns what its browser stores */
export async function createOperatorSession({
  role = 'operator',
  scope = [],
  isManager = false,
}: OperatorOptions = {}): Promise<[name: string, value: string][]> {
  const { origin, hostname: domain } = siteUrl()
  const email = await joinAccount(domain)
  await runOperator('account', 'confirm', email, '--site', domain)
  if (isManager) await runOperator('account', 'promote', email, '--site', domain)
  await runOperator('account', 'grant-operator', email, '--site', domain, '--role', role, ...scope)
  const body = { id: email, password: joinedPassword }
  let token = requireToken(await callRemote(origin, login, { body, domain }))
  const { challenge, secret } = await callRemote(origin, startTotp, {
    body: { password: joinedPassword },
    token,
    domain,
  })
  const code = createTotpCode(secret, new Date())
  token = (await callRemote(origin, addTotp, { body: { challenge, code }, token, domain })).token
  const { user } = await callRemote(origin, readMe, { token, domain })
  return [
    [`token:${domain}`, token],
    [`may:${domain}`, user.permissions.join(' ')],
  ]
}

/** Signs in somebody with a role on the installation. */
export async function signInOperator(page: Page, options?: OperatorOptions): Promise<void> {
  const items = await createOperatorSession(options)
  await page.addInitScript((stored) => {
    for (const [name, value] of stored) localStorage.setItem(name, value)
  }, items)
}
