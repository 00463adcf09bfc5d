import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

/** Loads a lazy component and returns it, null while it is loading. Throws if that fails, for the error boundary. */
export function useLazyComponent<T>(component: LazyComponent<T>): T | null {
  const { value, error } = useStore(component.$state)
  useEffect(() => void component.load(), [component])
  if (error) throw error
  return value
}
