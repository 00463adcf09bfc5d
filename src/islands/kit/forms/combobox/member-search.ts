import { atom, computed } from 'nanostores'
import { listMembers, memberPageSize } from '#contract/people/members.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params } from '#lib/navigation/router.ts'

const foundSize = 20

/** The specification's account list, which a manager's session loads first; see `loadAccountList`. */
export const accountListQuery = { page: 0, size: memberPageSize }

const $managerCaller = computed([$caller, may('members.read')], (caller, seesMembers) =>
  seesMembers ? caller : null,
)

/** Null while the list is closed. */
const $searchTerm = atom<string | null>(null)

export const searchMembers = (text: string | null) => $searchTerm.set(text)

const $searchQuery = computed([$managerCaller, $searchTerm], (caller, search) =>
  caller === null || search === null ? null : { caller, search },
)

export const memberOptions = createQuery($searchQuery, listMembers, ({ search }) =>
  search ? { search, size: foundSize } : accountListQuery,
)

const $selectedId = computed($params, ({ member }) =>
  member !== undefined && /^[1-9]\d*$/.test(member) ? Number(member) : null,
)

const $selectedQuery = computed([$managerCaller, $selectedId], (caller, id) =>
  caller === null || id === null ? null : { caller, id },
)

const selectedMembers = createQuery($selectedQuery, listMembers, ({ id }) => ({ id, size: 1 }))

const $chosen = atom<{ id: number; name: string } | null>(null)

/** Remembers the name of the chosen member, so that it is shown at once. */
export const rememberName = (id: number, name: string) => $chosen.set({ id, name })

interface SelectedMember {
  id: number
  /** Null until it is known. */
  name: string | null
  /** True if the network has no such member: it was deleted, or the address is wrong. */
  isMissing: boolean
}

/** The member that the URL names. */
export const $selectedMember = computed(
  [$selectedId, selectedMembers.$state, $chosen],
  (id, { result }, chosen): SelectedMember | null => {
    if (id === null) return null
    const found = result?.key.id === id ? result.data.members : null
    const chosenName = chosen?.id === id ? chosen.name : null
    return { id, name: found?.[0]?.nickname ?? chosenName, isMissing: found?.length === 0 }
  },
)
