import { startProviderSignIn } from '#contract/people/sign-in-providers.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { locale } from '#lib/i18n/strings.ts'
import { parseReturnPath } from '#lib/navigation/login-redirect.ts'
import { notify } from '#lib/page/snackbars.ts'
import { rememberProgress } from './progress.ts'

/** Leaves the page, unless the provider does not answer. */
export async function goToProvider(provider: number, invitation: string | undefined): Promise<void> {
  try {
    const body = { provider, origin: location.origin }
    const { token, url } = await call(startProviderSignIn, { body })
    rememberProgress({ token, locale: locale(), invitation, returnPath: parseReturnPath(location.search) })
    location.assign(url)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
}
