import { useEffect, useRef, useState } from 'react'
import { followEmailLink, readEmailLink } from '#contract/people/email-links.ts'
import type { EndpointBody, EndpointOutput } from '#contract/platform/endpoint.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $device, $token, startSession } from '#lib/api/session.ts'
import { loadSite } from '#lib/page/load-site.ts'
import { loadProfile } from '#lib/page/profile.ts'

type Link = EndpointOutput<typeof readEmailLink>

export type EmailLinkState =
  | { name: 'reading' | 'missing' | 'expired' }
  | { name: 'failed'; text: string }
  | { name: 'open'; link: Link }
  /** An account with a second factor is not signed in. */
  | { name: 'done'; link: Link; isSignedIn: boolean }

type Answer = Omit<EndpointBody<typeof followEmailLink>, 'token' | 'device'>

/** The token is in the fragment, which no server sees, and leaves the history at once. */
function consumeToken(): string {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

export function useEmailLink() {
  const [state, setState] = useState<EmailLinkState>({ name: 'reading' })
  const token = useRef('')

  async function read() {
    setState({ name: 'reading' })
    try {
      await loadSite()
      const link = await call(readEmailLink, { body: { token: token.current } })
      if (link.purpose === 'confirm' && link.own) await follow(link, {})
      else setState({ name: 'open', link })
    } catch (error) {
      setState(toFailure(error))
    }
  }

  /** @throws {ApiError} when the answer is refused */
  async function follow(link: Link, answer: Answer) {
    const body = { ...answer, token: token.current, device: $device.get() || undefined }
    const session = await call(followEmailLink, { body })
    if (session.token) startSession(session.token, session.device ?? undefined)
    else if (session.device) $device.set(session.device)
    else if ($token.get()) void loadProfile()
    setState({ name: 'done', link, isSignedIn: session.token !== null || link.own })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page.
  useEffect(() => {
    const start = () => {
      token.current = consumeToken()
      if (token.current) void read()
      else setState({ name: 'missing' })
    }
    start()
    // Opening another link in the same tab changes only the fragment.
    addEventListener('hashchange', start)
    return () => removeEventListener('hashchange', start)
  }, [])
  return { state, retry: read, follow, getToken: () => token.current }
}

function toFailure(error: unknown): EmailLinkState {
  if (!(error instanceof ApiError)) throw error
  const isUnusable = error.code === 'expired' || error.code === 'invalid'
  return isUnusable ? { name: 'expired' } : { name: 'failed', text: error.message }
}
