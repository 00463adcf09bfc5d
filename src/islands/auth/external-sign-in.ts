import { useEffect, useRef, useState } from 'react'
import { tradeSignInCode } from '#contract/external.ts'
import { ApiError, call } from '#lib/api.ts'
import { moveToPreferred } from '#lib/before-paint.ts'
import { loadSite, restoreSite } from '#lib/metadata.ts'
import { followSession } from '#lib/profile.ts'
import { setParams } from '#lib/router.ts'
import { $session, beginSession } from '#lib/session.ts'
import { $site } from '#lib/site.ts'

export type ExternalState =
  | { name: 'signing' | 'missing' | 'expired' }
  /** There is a session; `otherwise`: what is true should the API not take it. */
  | { name: 'done'; otherwise: 'missing' | 'expired' }
  /** The same code may still do. */
  | { name: 'failed'; text: string }

/** Takes the code out of the address, so that neither the history nor a link keeps it. */
function takeCode(): string {
  const code = new URLSearchParams(location.search).get('code') ?? ''
  setParams({ code: undefined }, { replace: true })
  return code
}

async function trade(code: string): Promise<ExternalState> {
  try {
    const { token } = await call(tradeSignInCode, { body: { code } })
    // Whoever was signed in before is not any more, in all tabs.
    beginSession(token)
    return { name: 'done', otherwise: 'expired' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const worthless = error.code === 'expired' || error.code === 'invalid'
    return worthless ? { name: 'expired' } : { name: 'failed', text: error.message }
  }
}

/**
 * Signs in by the code in the address. Until that has been done nobody's session is followed: the profile of who was
 * signed in before would lead away.
 */
export function useExternalSignIn(): { state: ExternalState; retry: () => void } {
  const [state, setState] = useState<ExternalState>({ name: 'signing' })
  const code = useRef('')
  const attempt = async () => {
    setState({ name: 'signing' })
    setState(await trade(code.current))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page.
  useEffect(() => {
    const begin = async () => {
      restoreSite()
      await loadSite()
      // With the code: the page in the other language trades it.
      if (moveToPreferred($site.get())) return
      code.current = takeCode()
      if (code.current) await attempt()
      else setState($session.get() ? { name: 'done', otherwise: 'missing' } : { name: 'missing' })
    }
    void begin()
  }, [])
  useEffect(() => (state.name === 'done' ? followSession() : undefined), [state.name])
  return { state, retry: attempt }
}
