import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import type { User } from '#contract/auth.ts'
import { host, tokenKey } from './host.ts'

/**
 * The token, '' when signed out. In local storage, so that all tabs follow; the key has the host, since a token works
 * on its own site only.
 */
export const $session = persistentAtom<string>(tokenKey(host), '')

/** The person, null until the profile has been loaded and after signing out. */
export const $user = atom<User | null>(null)

export const $signedIn = computed($session, (token) => token !== '')
export const $isManager = computed($user, (user) => user?.permission_flag === 1)

export function beginSession(token: string): void {
  $user.set(null)
  $session.set(token)
}

export function clearSession(): void {
  $user.set(null)
  $session.set('')
}
