import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

/** Null while loading. Throws the loading error, for the error boundary. */
export function useLazyComponent<T>(component: LazyComponent<T>): T | null {
  const { value, error } = useStore(component.$state)
  useEffect(() => void component.load(), [component])
  if (error) throw error
  return value
}
