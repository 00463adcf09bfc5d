import { useEffect, useRef, useState } from 'react'
import { openSharedReport, type SharedReport } from '#contract/portal/shared-reports.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { loadSite } from '#lib/page/load-site.ts'

type SharedReportState =
  | { name: 'loading' | 'closed' | 'expired' }
  | { name: 'failed'; error: ApiError }
  | { name: 'open'; shared: SharedReport }

const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** The token stays in the fragment, which no server sees, so that the page can be reloaded and bookmarked. */
export function useSharedReport() {
  const [state, setState] = useState<SharedReportState>({ name: 'loading' })
  const token = useRef('')

  async function read() {
    setState({ name: 'loading' })
    const read = token.current
    try {
      await loadSite()
      const shared = await call(openSharedReport, { body: { token: read } })
      if (read === token.current) setState({ name: 'open', shared })
    } catch (error) {
      if (read === token.current) setState(toFailure(error))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page.
  useEffect(() => {
    const start = () => {
      const fragment = location.hash.slice(1)
      if (isToken(fragment)) {
        token.current = fragment
        void read()
      } else if (token.current === '') setState({ name: 'closed' })
      // A link within the page, such as the one to its content, has replaced the fragment.
      else history.replaceState(history.state, '', `#${token.current}`)
    }
    start()
    // Opening another link in the same tab changes only the fragment.
    addEventListener('hashchange', start)
    return () => removeEventListener('hashchange', start)
  }, [])
  return { state, retry: () => void read() }
}

function toFailure(error: unknown): SharedReportState {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'expired') return { name: 'expired' }
  return error.code === 'not_found' ? { name: 'closed' } : { name: 'failed', error }
}
