import { createRoot } from 'react-dom/client'
import { inject } from 'vitest'
import '#styles/tokens.css'
import '#styles/base.css'
import type { Locale } from '#contract/locale.ts'
import type * as Api from '#lib/api.ts'

// Read when the client is first loaded, so nothing of it may be imported before this line.
import.meta.env.PUBLIC_API_URL = inject('apiUrl')
const password = 'hookline-demo'

const texts = import.meta.glob<Record<string, string>>(
  ['/src/locales/*/{common,reports}.json', '/contract/messages/*.json'],
  { eager: true, import: 'default' },
)

function textsOf(locale: Locale) {
  return {
    common: texts[`/src/locales/${locale}/common.json`] ?? {},
    reports: texts[`/src/locales/${locale}/reports.json`] ?? {},
    messages: texts[`/contract/messages/${locale}.json`] ?? {},
  }
}

export interface Shown {
  /** The site's own client, signed in as the same person. */
  call: typeof Api.call
  /** Takes the dashboard away and signs out. */
  close: () => void
}

interface Wanted {
  email?: string
  locale?: Locale
  /** The query of the address, without `?`. */
  search?: string
}

/** The dashboard of somebody in the demonstration network, against the real API. */
export async function showDashboard({
  email = 'manager@hookline.example',
  locale = 'ko',
  search = '',
}: Wanted = {}) {
  history.replaceState(null, '', `${location.pathname}?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
  const [{ provideStrings }, { call }, { readMeta }, { login, readMe }, site, session, { DashboardView }] =
    await Promise.all([
      import('#lib/strings.ts'),
      import('#lib/api.ts'),
      import('#contract/site.ts'),
      import('#contract/auth.ts'),
      import('#lib/site.ts'),
      import('#lib/session.ts'),
      import('#islands/reports/DashboardView.tsx'),
    ])
  document.documentElement.lang = locale
  provideStrings(locale, textsOf(locale))
  site.$site.set((await call(readMeta, { query: { domain: 'localhost' } })).metadata)
  session.beginSession((await call(login, { body: { id: email, password } })).token)
  session.showUser((await call(readMe)).user)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  root.render(<DashboardView />)
  const close = () => {
    root.unmount()
    place.remove()
    session.clearSession()
  }
  return { call, close } satisfies Shown
}
