import { computed } from 'nanostores'
import { $site } from '#lib/site/site.ts'
import { $token, $user, getFirstToken } from './session.ts'

/** Identifies session, user and site; null until they are known. Isolates the data of different callers. */
export const $caller = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([getFirstToken(token), user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

export const $callerKey = computed($caller, (caller) => (caller === null ? null : { caller }))
