import { atom } from 'nanostores'
import { readMe } from '#contract/people/session.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { endPendingSessions, rememberLogout } from '#lib/api/pending-logouts.ts'
import {
  $alertCount,
  $cachedFavorites,
  $cachedTags,
  $impersonator,
  $isAttentionCollapsed,
  $isConfirmationNeeded,
  $permissions,
  $seesNetwork,
  $token,
  $unverifiedCount,
  $user,
  clearSession,
  clearUser,
  isRenewed,
  may,
  setUser,
} from '#lib/api/session.ts'
import { locale } from '#lib/i18n/strings.ts'
import { buildLoginPath, parseReturnPath, requiresAccount } from '#lib/navigation/login-redirect.ts'
import { $path, openPage } from '#lib/navigation/router.ts'

const redirectDelayMs = 200

/** `failed`: the API could not answer; the user stays signed in and can retry (docs/decisions/0041). */
export const $profileStatus = atom<'none' | 'loading' | 'ready' | 'failed'>('none')

let isSigningOut = false

const loadFallbackHash = () => import('#lib/api/sha512.ts')

const scheduleRedirect = (redirect: () => void) => setTimeout(redirect, redirectDelayMs)

/** The API has rejected this session, as opposed to an outage, which is not the user's fault. */
const isRefused = ({ status }: ApiError) => status === 401 || status === 403

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
    // `call()` treats a rejected token the same way.
    if (isRefused(error)) return clearSession()
    $user.set(null)
    $profileStatus.set('failed')
  }
}

function redirectAfterSignIn(): void {
  const path = $path.get()
  if (path === '/join' || path === '/external/auth')
    scheduleRedirect(() => openPage('/dashboard', { replace: true }))
  if (path !== '/login') return
  const returnPath = parseReturnPath(location.search)
  // Somebody who only works at the desk has no figures of their own.
  const home = may('desk.read').get() && !$seesNetwork.get() ? '/desk' : '/dashboard'
  scheduleRedirect(() => (returnPath ? location.replace(returnPath) : openPage(home, { replace: true })))
}

/** Loads the profile for every new token, also from other tabs, and leaves private pages after signing out. */
export function watchSession(): () => void {
  void endPendingSessions(loadFallbackHash)
  const root = document.documentElement
  const unsubscribeFlags = [
    $permissions.subscribe((list) => root.setAttribute('data-may', list)),
    $unverifiedCount.subscribe((count) => root.toggleAttribute('data-verify', count > 0)),
    $isConfirmationNeeded.subscribe((isNeeded) => root.toggleAttribute('data-mail', isNeeded)),
    $alertCount.subscribe((count) => root.toggleAttribute('data-alerts', count > 0)),
    $cachedFavorites.subscribe((has) => root.toggleAttribute('data-favorites', has !== '')),
    $cachedTags.subscribe((has) => root.toggleAttribute('data-tags', has !== '')),
    $isAttentionCollapsed.subscribe((isCollapsed) => root.toggleAttribute('data-collapsed', isCollapsed)),
  ]
  const unsubscribe = $token.subscribe((token) => {
    root.toggleAttribute('data-token', token !== '')
    if (isRenewed(token) && $user.get()) return
    if (token !== '') {
      // The previous user must not stay visible while the profile loads.
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
  const retryOnline = () => {
    if ($profileStatus.get() === 'failed') void loadProfile()
  }
  addEventListener('online', retryOnline)
  return () => {
    removeEventListener('online', retryOnline)
    for (const unsubscribeFlag of unsubscribeFlags) unsubscribeFlag()
    unsubscribe()
  }
}

/** Ends the session at once, even without a connection: the next person at a shared computer must not be signed in. */
export function signOut(): void {
  isSigningOut = true
  const [own] = $impersonator.get().split(' ')
  rememberLogout(own || $token.get())
  $impersonator.set('')
  clearSession()
  void endPendingSessions(loadFallbackHash)
  openPage('/login')
}
