import { atom } from 'nanostores'
import { logout, readMe } from '#contract/session.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $isManager, $token, $user, clearSession, clearUser, setUser } from '#lib/api/session.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildLoginPath, parseReturnPath, requiresAccount } from '#lib/navigation/login-redirect.ts'
import { $path, openPage } from '#lib/navigation/router.ts'

const redirectDelayMs = 200

/** `failed`: the API could not say who this is; the person stays signed in and can try again. */
export const $profileStatus = atom<'none' | 'loading' | 'ready' | 'failed'>('none')

let isSigningOut = false

const scheduleRedirect = (redirect: () => void) => setTimeout(redirect, redirectDelayMs)

/** Reads who is signed in. A token that is refused ends the session (`followSession` leads to the login page). */
export async function loadProfile(): Promise<void> {
  const token = $token.get()
  $profileStatus.set('loading')
  try {
    const { user } = await call(readMe)
    if (token !== $token.get()) return
    setUser(user)
    $profileStatus.set('ready')
    redirectAfterSignIn()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (token !== $token.get()) return
    $profileStatus.set('failed')
  }
}

/** From the pages that are for getting in, on to where the person wanted to go. */
function redirectAfterSignIn(): void {
  const path = $path.get()
  if (path === '/join' || path === '/external/auth')
    scheduleRedirect(() => openPage('/dashboard', { replace: true }))
  if (path !== '/login') return
  const returnPath = parseReturnPath(location.search)
  scheduleRedirect(() =>
    returnPath ? location.replace(returnPath) : openPage('/dashboard', { replace: true }),
  )
}

/** Loads the profile for every token that comes, also from another tab; leaves pages that need one when it goes. */
export function watchSession(): () => void {
  const unsubscribeManager = $isManager.subscribe((isManager) => {
    document.documentElement.toggleAttribute('data-manager', isManager)
  })
  const unsubscribe = $token.subscribe((token) => {
    document.documentElement.toggleAttribute('data-token', token !== '')
    if (token !== '') {
      // Nobody sees another's name, or is asked for as another, while the profile is on its way.
      $user.set(null)
      loadProfile()
      return
    }
    clearUser()
    $profileStatus.set('none')
    if (!isSigningOut && requiresAccount($path.get())) {
      scheduleRedirect(() => location.replace(buildLoginPath(location, locale())))
    }
  })
  return () => {
    unsubscribeManager()
    unsubscribe()
  }
}

/** Ends the session here and on the server, then shows the login page. Throws when the server cannot be told. */
export async function signOut(): Promise<void> {
  try {
    isSigningOut = true
    await call(logout)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
      isSigningOut = false
      throw error
    }
  }
  clearSession()
  openPage('/login')
}
