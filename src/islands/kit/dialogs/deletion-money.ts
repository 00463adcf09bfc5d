import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useMemo } from 'react'
import { type DeletionMoney, readDeletion } from '#contract/settlement/deletions.ts'
import { withdrawalMinimum } from '#contract/settlement/statements.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

/** A member of the manager's network, or a registration; neither: the caller. */
export interface Deleted {
  member?: number | undefined
  registration?: number | undefined
}

/** What money a deletion would end; null while it is unknown and after a failure. */
export function useDeletionMoney({ member, registration }: Deleted): DeletionMoney | null {
  const query = useMemo(() => {
    const $key = computed($callerKey, (key) => key && { ...key, member, registration })
    return createQuery($key, readDeletion, (key) => ({
      member: key.member,
      registration: key.registration,
    }))
  }, [member, registration])
  return useStore(query.$state).result?.data ?? null
}

/** Selects the sentence of the specification that applies to a deletion; null if there is nothing to lose. */
export function getDeletionRule({ forfeits, amount, currency }: DeletionMoney): 'below' | 'above' | null {
  if (!forfeits || amount <= 0) return null
  return amount < withdrawalMinimum[currency] ? 'below' : 'above'
}

/** A manager reads what the member loses, and everybody else what they lose themselves. */
export const getDeletionTexts = (isMember: boolean) => (isMember ? 'balance:member.' : 'balance:')
