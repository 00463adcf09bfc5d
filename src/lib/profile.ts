import { atom } from 'nanostores'
import { logout, readMe } from '#contract/session.ts'
import { ApiError, call } from './api.ts'
import { loginPath, needsAccount, pathAfterLogin } from './redirect.ts'
import { $path, openPage } from './router.ts'
import { $isManager, $session, $user, clearSession, forgetUser, showUser } from './session.ts'
import { locale } from './strings.ts'

const moveAfterMs = 200

/** `failed`: the API could not say who this is; the person stays signed in and can try again. */
export const $profile = atom<'none' | 'loading' | 'ready' | 'failed'>('none')

let leaving = false

const moveLater = (move: () => void) => setTimeout(move, moveAfterMs)

/** Reads who is signed in. A token that is refused ends the session (`followSession` leads to the login page). */
export async function loadProfile(): Promise<void> {
  const token = $session.get()
  $profile.set('loading')
  try {
    const { user } = await call(readMe)
    if (token !== $session.get()) return
    showUser(user)
    $profile.set('ready')
    moveIn()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (token !== $session.get()) return
    $profile.set('failed')
  }
}

/** From the pages that are for getting in, on to where the person wanted to go. */
function moveIn(): void {
  const path = $path.get()
  if (path === '/join' || path === '/external/auth')
    moveLater(() => openPage('/dashboard', { replace: true }))
  if (path !== '/login') return
  const wanted = pathAfterLogin(location.search)
  moveLater(() => (wanted ? location.replace(wanted) : openPage('/dashboard', { replace: true })))
}

/** Loads the profile for every token that comes, also from another tab; leaves pages that need one when it goes. */
export function followSession(): () => void {
  const unfollow = $isManager.subscribe((manages) => {
    document.documentElement.toggleAttribute('data-manager', manages)
  })
  const unsubscribe = $session.subscribe((token) => {
    document.documentElement.toggleAttribute('data-token', token !== '')
    if (token !== '') {
      // Nobody sees another's name, or is asked for as another, while the profile is on its way.
      $user.set(null)
      loadProfile()
      return
    }
    forgetUser()
    $profile.set('none')
    if (!leaving && needsAccount($path.get())) {
      moveLater(() => location.replace(loginPath(location, locale())))
    }
  })
  return () => {
    unfollow()
    unsubscribe()
  }
}

/** Ends the session here and on the server, then shows the login page. Throws when the server cannot be told. */
export async function signOut(): Promise<void> {
  try {
    leaving = true
    await call(logout)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unauthenticated')) {
      leaving = false
      throw error
    }
  }
  clearSession()
  openPage('/login')
}
