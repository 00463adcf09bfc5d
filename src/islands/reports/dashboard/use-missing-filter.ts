import { useStore } from '@nanostores/react'
import { $selectedMember } from '#islands/kit/forms/combobox/member-search.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import type { ApiError } from '#lib/api/call.ts'

export type MissingFilter = 'member' | 'tag' | null

/**
 * Tells which filter of the address names nothing. `error` comes from a report of only the selected member or tag, and may
 * arrive before the member's name.
 */
export function useMissingFilter(error: ApiError | null): MissingFilter {
  const member = useStore($selectedMember)
  const { tag } = useStore($filter)
  if (member?.isMissing) return 'member'
  if (error?.code !== 'not_found') return null
  if (tag !== undefined) return 'tag'
  return member === null ? null : 'member'
}
