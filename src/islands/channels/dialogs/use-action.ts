import { useState } from 'react'
import { ApiError } from '#lib/api.ts'

interface ActionState {
  readonly pending: boolean
  /** What the API refused it with, in the page's language. */
  readonly failure: string | null
}

const idle: ActionState = { pending: false, failure: null }

/** Somebody else was faster. */
const isOutdated = ({ code }: ApiError) => code === 'changed' || code === 'not_found'

/** One piece of work at a time, and how it went. `onOutdated`: what is shown is no longer true. */
export function useAction(onOutdated: () => void) {
  const [state, setState] = useState(idle)
  async function run(work: () => Promise<void>): Promise<void> {
    if (state.pending) return
    setState({ pending: true, failure: null })
    try {
      await work()
      setState(idle)
    } catch (error) {
      const refused = error instanceof ApiError
      setState({ pending: false, failure: refused ? error.message : null })
      if (!refused) throw error
      if (isOutdated(error)) onOutdated()
    }
  }
  const fail = (failure: string | null) => setState({ pending: false, failure })
  return { ...state, run, fail }
}
