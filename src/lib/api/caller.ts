import { computed } from 'nanostores'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/**
 * Identifies user and site; null until both are known. Isolates the data of different callers. The token only has to be there:
 * a new sign-in forgets the user first, and a renewed token leaves what is on the screen.
 */
export const $caller = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

export const $callerKey = computed($caller, (caller) => (caller === null ? null : { caller }))
