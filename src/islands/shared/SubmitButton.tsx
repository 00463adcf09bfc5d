import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useFormState } from './form-state.ts'
import { useHydrated } from './hydrated.ts'

/** Sends its form. Disabled until the page's script runs, so that the browser does not send the form by itself. */
export function SubmitButton({ children }: { children: ReactNode }) {
  const { pending } = useFormState()
  const hydrated = useHydrated()
  return (
    <Button type="submit" kind="primary" pending={pending} disabled={!hydrated}>
      {children}
    </Button>
  )
}
