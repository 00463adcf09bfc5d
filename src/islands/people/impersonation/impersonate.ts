import {
  endImpersonation,
  impersonateMember,
  type impersonatePerson,
} from '#contract/people/impersonation.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $impersonator, clearSession, startImpersonation } from '#lib/api/session.ts'
import { stripLocale } from '#lib/i18n/language.ts'
import { openPage } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

/** `endpoint`: a member of the own network, or anybody on the own site. */
export async function impersonate(
  { id }: { id: number },
  endpoint: typeof impersonateMember | typeof impersonatePerson = impersonateMember,
): Promise<void> {
  try {
    const { token } = await call(endpoint, { body: { target: id } })
    startImpersonation(token, stripLocale(location.pathname) + location.search)
    openPage('/dashboard')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
}

/** Returns to where it was started. Without a connection, the server ends it by itself. */
export async function stopImpersonation(): Promise<void> {
  try {
    await call(endImpersonation)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  const [, path = '/dashboard'] = $impersonator.get().split(' ')
  clearSession()
  openPage(path, { replace: true })
}
