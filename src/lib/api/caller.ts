import { computed } from 'nanostores'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/** Identifies user and site; null until both are known. Isolates the data of different callers. */
export const $caller = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

export const $callerKey = computed($caller, (caller) => (caller === null ? null : { caller }))
