import { computed } from 'nanostores'
import { $isManager, $token, $user } from '#lib/api/session.ts'
import { $params } from '#lib/navigation/router.ts'
import { $site } from '#lib/site/site.ts'
import { parseFilter } from './filter.ts'

/** Who is asking, on which site; null until both are known. */
export const $scope = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

export const $filter = computed([$params, $isManager], parseFilter)
