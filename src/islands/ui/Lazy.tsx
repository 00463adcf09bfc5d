import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

/** A component that is loaded when it is first needed; until then there is nothing. */
export function Lazy<Props extends object>({
  of,
  given,
}: {
  of: LazyComponent<ComponentType<Props>>
  given: Props
}) {
  const { value: Component, error } = useStore(of.$state)
  useEffect(() => void of.load(), [of])
  if (error) throw error
  return Component && <Component {...given} />
}
