import { useStore } from '@nanostores/react'
import { isSameKey } from '#lib/api/query.ts'
import { context, curve } from './store.ts'

/** Ignores the curve of another video. */
export function useCurve() {
  const { key, result, error } = useStore(curve.$state)
  return { data: result && isSameKey(result.key, key) ? result.data : null, error }
}

/** Ignores the context of another video or period. */
export function useContext() {
  const { key, result, error } = useStore(context.$state)
  return { data: result && isSameKey(result.key, key) ? result.data : null, error }
}
