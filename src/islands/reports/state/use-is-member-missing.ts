import { useStore } from '@nanostores/react'
import { $selectedMember } from '#islands/kit/forms/combobox/member-search.ts'
import type { ApiError } from '#lib/api/call.ts'

/** `error`: of a report of the selected member alone; it may arrive before the member's name. */
export function useIsMemberMissing(error: ApiError | null): boolean {
  const selected = useStore($selectedMember)
  return selected !== null && (selected.isMissing || error?.code === 'not_found')
}
