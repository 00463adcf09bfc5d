import { useState } from 'react'
import type { MemberOption } from './MemberChips.tsx'

/** Nobody is selected at first, so that one click too many unassigns nobody; a single member is. */
export function useSelectedMembers<Member extends MemberOption>(members: readonly Member[]) {
  const [explicitIds, setExplicitIds] = useState<readonly number[] | null>(null)
  const ids = explicitIds ?? (members.length === 1 ? members.map(({ id }) => id) : [])
  const toggle = (id: number) =>
    setExplicitIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  return { selected: members.filter(({ id }) => ids.includes(id)), toggle }
}
