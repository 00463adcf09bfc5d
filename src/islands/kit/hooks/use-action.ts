import { useState } from 'react'
import { ApiError } from '#lib/api/call.ts'

interface ActionState {
  readonly pending: boolean
  /** The API's localized message. */
  readonly failure: string | null
}

const idle: ActionState = { pending: false, failure: null }

/** What is wrong with a name or day says more than that it is taken, or that the month is closed. */
const getFailure = ({ message, fields }: ApiError): string =>
  fields.name?.message ?? fields.from?.message ?? fields.until?.message ?? message

/** Runs one action at a time. `onError`: after a refusal of the API. */
export function useAction(onError?: (error: ApiError) => void) {
  const [state, setState] = useState(idle)
  async function run(action: () => Promise<void>): Promise<void> {
    if (state.pending) return
    setState({ pending: true, failure: null })
    try {
      await action()
      setState(idle)
    } catch (error) {
      const isApiError = error instanceof ApiError
      setState({ pending: false, failure: isApiError ? getFailure(error) : null })
      if (!isApiError) throw error
      onError?.(error)
    }
  }
  const setFailure = (failure: string | null) => setState({ pending: false, failure })
  return { ...state, run, setFailure }
}
