import { startTransition, useEffect, useState } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

/**
 * Null while loading. Throws a loading error to the error boundary. Renders the loaded component in a transition, which
 * React splits into short tasks.
 */
export function useLazyComponent<T>(component: LazyComponent<T>): T | null {
  const [shown, setShown] = useState(() => ({ component, state: component.$state.get() }))
  useEffect(() => {
    const unsubscribe = component.$state.subscribe((state) =>
      startTransition(() => setShown((before) => (before.state === state ? before : { component, state }))),
    )
    void component.load()
    return unsubscribe
  }, [component])
  const { value, error } = shown.component === component ? shown.state : component.$state.get()
  if (error) throw error
  return value
}
