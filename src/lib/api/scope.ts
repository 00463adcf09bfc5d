import { computed } from 'nanostores'
import { $token, $user } from '#lib/api/session.ts'
import { $site } from '#lib/site/site.ts'

/** Who is asking, on which site; null until both are known. Data of one scope is never shown in another. */
export const $scope = computed([$token, $user, $site], (token, user, site) =>
  token && user && site
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain, site.is_playist])
    : null,
)

/** `$scope` for queries without parameters. */
export const $scopeKey = computed($scope, (scope) => (scope === null ? null : { scope }))
