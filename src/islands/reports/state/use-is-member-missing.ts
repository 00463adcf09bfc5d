import { useStore } from '@nanostores/react'
import { $selectedMember } from '#islands/kit/forms/combobox/member-search.ts'
import type { ApiError } from '#lib/api/call.ts'

/** `error` comes from a report of only the selected member, and may arrive before the member's name. */
export function useIsMemberMissing(error: ApiError | null): boolean {
  const selected = useStore($selectedMember)
  return selected !== null && (selected.isMissing || error?.code === 'not_found')
}
