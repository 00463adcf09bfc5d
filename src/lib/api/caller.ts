import { computed } from 'nanostores'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/** Who is asking, on which site; null until both are known. Data of one caller is never shown in another. */
export const $caller = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

/** `$caller` for queries without parameters. */
export const $callerKey = computed($caller, (caller) => (caller === null ? null : { caller }))
