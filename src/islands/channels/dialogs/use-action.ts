import { useState } from 'react'
import { ApiError } from '#lib/api/call.ts'

interface ActionState {
  readonly pending: boolean
  /** What the API refused it with, in the page's language. */
  readonly failure: string | null
}

const idle: ActionState = { pending: false, failure: null }

/** Somebody else was faster. */
const isConflict = ({ code }: ApiError) => code === 'changed' || code === 'not_found'

/** One piece of work at a time, and how it went. `onOutdated`: what is shown is no longer true. */
export function useAction(onConflict: () => void) {
  const [state, setState] = useState(idle)
  async function run(action: () => Promise<void>): Promise<void> {
    if (state.pending) return
    setState({ pending: true, failure: null })
    try {
      await action()
      setState(idle)
    } catch (error) {
      const isApiError = error instanceof ApiError
      setState({ pending: false, failure: isApiError ? error.message : null })
      if (!isApiError) throw error
      if (isConflict(error)) onConflict()
    }
  }
  const setFailure = (failure: string | null) => setState({ pending: false, failure })
  return { ...state, run, fail: setFailure }
}
