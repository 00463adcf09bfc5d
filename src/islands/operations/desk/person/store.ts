import { computed } from 'nanostores'
import { readPersonCard } from '#contract/operations/desk/person-card.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params } from '#lib/navigation/router.ts'

export const $id = computed($params, ({ id = '' }) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null))

const $query = computed([$caller, may('desk.read'), $id], (caller, readsDesk, id) =>
  caller !== null && readsDesk && id !== null ? { caller, id } : null,
)

export const card = createQuery($query, readPersonCard, ({ id }) => ({ id }))

/** The card of the address; null while it loads. */
export const $person = computed([card.$state, $id], ({ result }, id) =>
  result !== null && result.key.id === id ? result.data.person : null,
)
