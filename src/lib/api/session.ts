import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import type { User } from '#contract/session.ts'
import { host, managerKey, tokenKey } from '#lib/site/host.ts'

/**
 * The token, '' when signed out. In local storage, so that all tabs follow; the key has the host, since a token works
 * on its own site only.
 */
export const $token = persistentAtom<string>(tokenKey(host), '')

/** The person, null until the profile has been loaded and after signing out. */
export const $user = atom<User | null>(null)

/** Kept from the last profile, so that what depends on them is in its place before the next one comes. */
const $cachedVerifyNeeded = persistentAtom<string>(`verify:${host}`, '')
const $cachedIsManager = persistentAtom<string>(managerKey(host), '')

const toFlag = (yes: boolean) => (yes ? '1' : '')

/** Whether the person has a channel to verify, as far as is known. */
export const $isVerificationNeeded = computed([$user, $cachedVerifyNeeded], (user, kept) =>
  user ? user.settings.channel_verify_needed : kept === '1',
)

export const $isSignedIn = computed($token, (token) => token !== '')

/** Whether the person manages a network, as far as is known. */
export const $isManager = computed([$user, $cachedIsManager], (user, kept) =>
  user ? user.permission_flag === 1 : kept === '1',
)

export function setUser(user: User): void {
  $user.set(user)
  $cachedVerifyNeeded.set(toFlag(user.settings.channel_verify_needed))
  $cachedIsManager.set(toFlag(user.permission_flag === 1))
}

export function clearUser(): void {
  $user.set(null)
  $cachedVerifyNeeded.set('')
  $cachedIsManager.set('')
}

export function startSession(token: string): void {
  clearUser()
  $token.set(token)
}

export function clearSession(): void {
  clearUser()
  $token.set('')
}
