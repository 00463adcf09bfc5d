import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useMemo } from 'react'
import { type Balance, readBalance, withdrawalMinimum } from '#contract/settlement/statements.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

/** Balance of the caller or of a member of the manager's network; null while it is unknown and after a failure. */
export function useBalance(member?: number): Balance | null {
  const query = useMemo(() => {
    const $key = computed($callerKey, (key) => key && { ...key, member })
    return createQuery($key, readBalance, (key) => ({ member: key.member }))
  }, [member])
  return useStore(query.$state).result?.data ?? null
}

/** Selects the sentence that applies to deleting a channel or an account; null if there is nothing to withdraw. */
export function getDeletionRule({ balance, currency }: Balance): 'below' | 'above' | null {
  if (balance <= 0) return null
  return balance < withdrawalMinimum[currency] ? 'below' : 'above'
}
