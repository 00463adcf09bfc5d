import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { inject } from 'vitest'
import '#styles/tokens.css'
import '#styles/chart-colors.css'
import '#styles/base.css'
import type { Locale } from '#contract/locale.ts'
import type * as Api from '#lib/api.ts'

// Read when the client is first loaded, so nothing of it may be imported before this line.
import.meta.env.PUBLIC_API_URL = inject('apiUrl')

const texts = import.meta.glob<Record<string, string>>(
  ['/src/locales/*/*.json', '/contract/messages/*.json'],
  { eager: true, import: 'default' },
)

function textsOf(locale: Locale, namespaces: readonly string[]) {
  const files = namespaces.map((name) => [name, texts[`/src/locales/${locale}/${name}.json`] ?? {}])
  return { ...Object.fromEntries(files), messages: texts[`/contract/messages/${locale}.json`] ?? {} }
}

const tokens = structuredClone(inject('tokens'))

function nextToken(email: string): string {
  const token = tokens[email]?.shift()
  if (!token) throw new Error(`there is no token left for ${email}`)
  return token
}

export interface Shown {
  /** The site's own client, signed in as the same person. */
  call: typeof Api.call
  /** Takes the view away and signs out. */
  close: () => void
}

export interface Wanted {
  email?: string
  locale?: Locale
  /** The query of the address, without `?`. */
  search?: string
}

interface ViewToShow {
  /** Its texts, beside the common ones. */
  namespaces: readonly string[]
  load: () => Promise<ComponentType>
}

/** A view as somebody in the demonstration network sees it, against the real API. */
export async function showView(
  { namespaces, load }: ViewToShow,
  { email = 'manager@hookline.example', locale = 'ko', search = '' }: Wanted = {},
): Promise<Shown> {
  history.replaceState(null, '', `${location.pathname}?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
  const [{ provideStrings }, { call }, { readMeta }, { readMe }, site, session, View] = await Promise.all([
    import('#lib/strings.ts'),
    import('#lib/api.ts'),
    import('#contract/site.ts'),
    import('#contract/session.ts'),
    import('#lib/site.ts'),
    import('#lib/session.ts'),
    load(),
  ])
  document.documentElement.lang = locale
  provideStrings(locale, textsOf(locale, ['common', ...namespaces]))
  site.$site.set((await call(readMeta, { query: { domain: 'localhost' } })).metadata)
  session.beginSession(nextToken(email))
  session.showUser((await call(readMe)).user)
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  root.render(<View />)
  const close = () => {
    root.unmount()
    place.remove()
    session.clearSession()
  }
  return { call, close }
}
