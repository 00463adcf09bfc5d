import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect } from 'react'
import type { Part } from '#lib/part.ts'

/** A component that is loaded when it is first needed; until then there is nothing. */
export function LoadedPart<Props extends object>({
  of,
  given,
}: {
  of: Part<ComponentType<Props>>
  given: Props
}) {
  const { value: Content, error } = useStore(of.$state)
  useEffect(() => void of.load(), [of])
  if (error) throw error
  return Content && <Content {...given} />
}
