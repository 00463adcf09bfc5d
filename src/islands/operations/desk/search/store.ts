import { computed } from 'nanostores'
import { listBlockedPeople, searchDesk } from '#contract/operations/desk/search.ts'
import { maxSearchLength } from '#contract/platform/params.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params } from '#lib/navigation/router.ts'

/** The text, or the network whose people and channels are listed. */
export const $search = computed($params, ({ q = '', network = '' }) => ({
  q: q.trim().slice(0, maxSearchLength),
  network: /^[1-9]\d{0,8}$/.test(network) ? Number(network) : undefined,
}))

const $query = computed([$caller, may('desk.read'), $search], (caller, readsDesk, search) =>
  caller !== null && readsDesk && (search.q !== '' || search.network !== undefined)
    ? { caller, ...search }
    : null,
)

export const found = createQuery($query, searchDesk, ({ q, network }) => ({
  ...(network === undefined ? { q } : { network }),
}))

const $blockedQuery = computed([$caller, may('desk.read')], (caller, readsDesk) =>
  caller !== null && readsDesk ? { caller } : null,
)

export const blocked = createQuery($blockedQuery, listBlockedPeople, () => ({}))
