import { persistentAtom } from '@nanostores/persistent'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { User } from '#contract/people/session.ts'
import type { AnyPermission } from '#contract/platform/roles.ts'
import {
  countUnverified,
  focusAttentionButton,
  forgetAttention,
  isBannerOpen,
  setAttentionCollapsed,
  updateAttention,
} from '#lib/site/attention.ts'
import {
  alertsKey,
  collapsedKey,
  deviceKey,
  favoritesKey,
  host,
  impersonatorKey,
  mailKey,
  mayKey,
  tagsKey,
  tokenKey,
  verifyKey,
} from '#lib/site/host.ts'
import { listPermissions } from '#lib/site/permission-list.ts'

/** '' when signed out. Local storage shares it between tabs; a token is only valid for its host. */
export const $token = persistentAtom<string>(tokenKey(host), '')

/** Tells the API that this browser has signed in before; it outlives the session. */
export const $device = persistentAtom<string>(deviceKey(host), '')

/** Token and path of who looks at the portal as another person, to return to; '' otherwise. */
export const $impersonator = persistentAtom<string>(impersonatorKey(host), '')

export const $user = atom<User | null>(null)

/** Cached to render before the profile has loaded. */
const $cachedUnverified = persistentAtom<string>(verifyKey(host), '')
const $cachedPermissions = persistentAtom<string>(mayKey(host), '')
const $cachedConfirmNeeded = persistentAtom<string>(mailKey(host), '')
const $cachedAlerts = persistentAtom<string>(alertsKey(host), '')
const $cachedCollapsed = persistentAtom<string>(collapsedKey(host), '')

/** Whether there is a list of favorites to make room for: '1' or ''. */
export const $cachedFavorites = persistentAtom<string>(favoritesKey(host), '')

/** Whether reports have a filter of tags to make room for: '1' or ''. */
export const $cachedTags = persistentAtom<string>(tagsKey(host), '')

const toFlag = (yes: boolean) => (yes ? '1' : '')

/** Channels to verify. */
export const $unverifiedCount = computed([$user, $cachedUnverified], (user, cached) =>
  user ? countUnverified(user) : Number(cached),
)

export const $isConfirmationNeeded = computed([$user, $cachedConfirmNeeded], (user, cached) =>
  user ? user.unconfirmed : cached === '1',
)

/** Number of an operator's alerts. */
export const $alertCount = computed([$user, $cachedAlerts], (user, cached) =>
  user ? user.operator_alerts : Number(cached),
)

/** Number on the banner, which stays collapsed until the number grows. */
export const $attentionCount = computed(
  [$unverifiedCount, $isConfirmationNeeded, $alertCount],
  (unverified, isConfirmationNeeded, alerts) => unverified + (isConfirmationNeeded ? 1 : 0) + alerts,
)

const $isBannerOpen = atom(isBannerOpen())

export const $isAttentionCollapsed = computed(
  [$cachedCollapsed, $isBannerOpen],
  (cached, isOpen) => cached === '1' && !isOpen,
)

export function collapseAttention(isCollapsed: boolean): void {
  const user = $user.get()
  if (user) setAttentionCollapsed(user, isCollapsed)
  $cachedCollapsed.set('1')
  $isBannerOpen.set(!isCollapsed)
  focusAttentionButton(isCollapsed)
}

export const $isSignedIn = computed($token, (token) => token !== '')

/** Separated by spaces. */
export const $permissions = computed([$user, $cachedPermissions], (user, cached) =>
  user ? listPermissions(user) : cached,
)

const stores = new Map<AnyPermission, ReadableAtom<boolean>>()

/** Whether a role table allows it: in the network, with the own channels, or on the installation. The API decides. */
export function may(permission: AnyPermission): ReadableAtom<boolean> {
  const store =
    stores.get(permission) ?? computed($permissions, (list) => list.split(' ').includes(permission))
  stores.set(permission, store)
  return store
}

/** The network's figures, and its members with theirs. */
export const $seesNetwork = may('figures.read')

/** Known once the profile has loaded; until then, the API refuses calls. */
export const $isSecondFactorNeeded = computed($user, (user) => user?.settings.second_factor_needed ?? false)

/** Records that the API refused a call of this session for lack of a second factor. */
export function requireSecondFactor(): void {
  const user = $user.get()
  if (user) $user.set({ ...user, settings: { ...user.settings, second_factor_needed: true } })
}

export function setUser(user: User): void {
  $user.set(user)
  $cachedUnverified.set(String(countUnverified(user) || ''))
  updateAttention(user)
  $cachedCollapsed.set('1')
  $isBannerOpen.set(isBannerOpen())
  $cachedPermissions.set(listPermissions(user))
  $cachedConfirmNeeded.set(toFlag(user.unconfirmed))
  $cachedAlerts.set(String(user.operator_alerts || ''))
}

export function clearCachedFlags(): void {
  forgetAttention()
  $cachedUnverified.set('')
  $cachedCollapsed.set('')
  $cachedPermissions.set('')
  $cachedConfirmNeeded.set('')
  $cachedAlerts.set('')
  $cachedFavorites.set('')
  $cachedTags.set('')
}

export function clearUser(): void {
  $user.set(null)
  clearCachedFlags()
}

export function startSession(token: string, device = $device.get()): void {
  clearUser()
  $impersonator.set('')
  $device.set(device)
  $token.set(token)
}

let renewal = { first: '', current: '' }

/** Continues the same session under another token: the person and the screen stay. */
export function renewToken(token: string): void {
  renewal = { first: getFirstToken($token.get()), current: token }
  $token.set(token)
}

export const isRenewed = (token: string): boolean => token !== '' && token === renewal.current

/** Returns the token that the session had before it was renewed, which identifies the session. */
export const getFirstToken = (token: string): string => (isRenewed(token) ? renewal.first : token)

/** Build time only: a session whose profile has not loaded, with these permissions. */
export function startPrerenderedSession(permissions: readonly AnyPermission[]): void {
  $token.set('prerendered')
  $cachedPermissions.set(permissions.join(' '))
}

/** Whose session ended while they looked as somebody else has their own again. */
export function clearSession(): void {
  clearUser()
  const [token = ''] = $impersonator.get().split(' ')
  $impersonator.set('')
  $token.set(token)
}

/** `path`: where it was started, without the language. */
export function startImpersonation(token: string, path: string): void {
  clearUser()
  $impersonator.set(`${$token.get()} ${path}`)
  $token.set(token)
}

export interface ConfirmationRequest {
  confirm: () => void
  cancel: (error: Error) => void
}

/** Set while calls wait for the person to confirm who they are; the app shell shows the dialog. */
export const $confirmationRequest = atom<ConfirmationRequest | null>(null)

let pending: Promise<void> | undefined

/** Single flight: calls that are refused meanwhile wait for the same dialog. Rejects when the person cancels. */
export function waitForConfirmation(): Promise<void> {
  pending ??= new Promise<void>((confirm, cancel) => $confirmationRequest.set({ confirm, cancel })).finally(
    () => {
      pending = undefined
      $confirmationRequest.set(null)
    },
  )
  return pending
}
