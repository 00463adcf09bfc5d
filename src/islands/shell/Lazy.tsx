import { useStore } from '@nanostores/react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

interface LazyProps<Props extends object> {
  component: LazyComponent<ComponentType<Props>>
  props: Props
  /** What is there until the part has come. */
  fallback?: ReactNode
}

/** A component that is loaded when it is needed; one that cannot be had is an error for the boundary around it. */
export function Lazy<Props extends object>({ component, props, fallback = null }: LazyProps<Props>) {
  const { value: Component, error } = useStore(component.$state)
  useEffect(() => void component.load(), [component])
  if (error) throw error
  return Component ? <Component {...props} /> : fallback
}
