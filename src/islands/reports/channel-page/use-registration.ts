import { useStore } from '@nanostores/react'
import { isSameKey } from '#lib/api/query.ts'
import { registration } from './store.ts'

/** Ignores the registration of another channel. */
export function useRegistration() {
  const { key, result, error } = useStore(registration.$state)
  return { registration: result && isSameKey(result.key, key) ? result.data : null, error }
}
