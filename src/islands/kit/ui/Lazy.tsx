import type { ComponentType, ReactNode } from 'react'
import { useLazyComponent } from '#islands/kit/hooks/use-lazy-component.ts'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

interface LazyProps<Props extends object> {
  component: LazyComponent<ComponentType<Props>>
  props: Props
  fallback?: ReactNode
}

export function Lazy<Props extends object>({ component, props, fallback = null }: LazyProps<Props>) {
  const Component = useLazyComponent(component)
  return Component ? <Component {...props} /> : fallback
}
