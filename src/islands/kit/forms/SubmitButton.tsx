import type { ReactNode } from 'react'
import { useHydrated } from '#islands/kit/hooks/use-hydrated.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
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
