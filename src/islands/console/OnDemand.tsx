import { useStore } from '@nanostores/react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { Part } from '#lib/part.ts'

interface OnDemandProps<Props extends object> {
  of: Part<ComponentType<Props>>
  given: Props
  /** What is there until the part has come. */
  instead?: ReactNode
}

/** A component that is loaded when it is needed; one that cannot be had is an error for the boundary around it. */
export function OnDemand<Props extends object>({ of, given, instead = null }: OnDemandProps<Props>) {
  const { value: Content, error } = useStore(of.$state)
  useEffect(() => void of.load(), [of])
  if (error) throw error
  return Content ? <Content {...given} /> : instead
}
