import type { ComponentType, ReactNode } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'
import { useLazyComponent } from './use-lazy-component.ts'

interface LazyProps<Props extends object> {
  component: LazyComponent<ComponentType<Props>>
  props: Props
  fallback?: ReactNode
}

export function Lazy<Props extends object>({ component, props, fallback = null }: LazyProps<Props>) {
  const Component = useLazyComponent(component)
  return Component ? <Component {...props} /> : fallback
}
