import { computed } from 'nanostores'
import { $params } from '#lib/router.ts'
import { $isManager, $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'
import { filterOf } from './filter.ts'

/** Who is asking, on which site; null until both are known. */
export const $scope = computed([$session, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

export const $filter = computed([$params, $isManager], filterOf)
