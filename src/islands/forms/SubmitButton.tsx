import type { ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { useHydrated } from '#islands/ui/use-hydrated.ts'
import { useFormState } from './context.ts'

/** Disabled until hydration, so that the browser does not submit the form itself. */
export function SubmitButton({ children }: { children: ReactNode }) {
  const { pending } = useFormState()
  const hydrated = useHydrated()
  return (
    <Button type="submit" kind="primary" pending={pending} disabled={!hydrated}>
      {children}
    </Button>
  )
}
