import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import type { User } from '#contract/session.ts'
import { host, managerKey, tokenKey } from './host.ts'

/**
 * The token, '' when signed out. In local storage, so that all tabs follow; the key has the host, since a token works
 * on its own site only.
 */
export const $session = persistentAtom<string>(tokenKey(host), '')

/** The person, null until the profile has been loaded and after signing out. */
export const $user = atom<User | null>(null)

/** Kept from the last profile, so that what depends on them is in its place before the next one comes. */
const $verifyKept = persistentAtom<string>(`verify:${host}`, '')
const $managerKept = persistentAtom<string>(managerKey(host), '')

const kept = (yes: boolean) => (yes ? '1' : '')

/** Whether the person has a channel to verify, as far as is known. */
export const $verifyNeeded = computed([$user, $verifyKept], (user, kept) =>
  user ? user.settings.channel_verify_needed : kept === '1',
)

export const $signedIn = computed($session, (token) => token !== '')

/** Whether the person manages a network, as far as is known. */
export const $isManager = computed([$user, $managerKept], (user, kept) =>
  user ? user.permission_flag === 1 : kept === '1',
)

export function showUser(user: User): void {
  $user.set(user)
  $verifyKept.set(kept(user.settings.channel_verify_needed))
  $managerKept.set(kept(user.permission_flag === 1))
}

export function forgetUser(): void {
  $user.set(null)
  $verifyKept.set('')
  $managerKept.set('')
}

export function beginSession(token: string): void {
  forgetUser()
  $session.set(token)
}

export function clearSession(): void {
  forgetUser()
  $session.set('')
}
