import { createRoot } from 'react-dom/client'
import { inject } from 'vitest'
import '#styles/global.css'
import type { Locale } from '#contract/platform/locale.ts'
import type { Screen } from '#islands/kit/screen/manifest.ts'
import type * as Api from '#lib/api/call.ts'

// The client reads this when it first loads, so none of its modules may be imported before this line.
import.meta.env.PUBLIC_API_URL = inject('apiUrl')

const texts = import.meta.glob<Record<string, string>>('/src/locales/*/*/*.json', {
  eager: true,
  import: 'default',
})

function readTexts(locale: Locale, namespaces: readonly string[]) {
  const ofLanguage = Object.entries(texts).filter(([file]) => file.startsWith(`/src/locales/${locale}/`))
  const files = namespaces.map((name) => [
    name,
    ofLanguage.find(([file]) => file.endsWith(`/${name}.json`))?.[1] ?? {},
  ])
  return Object.fromEntries(files)
}

const realFetch = window.fetch

/** Each test gets its own session. */
const createToken = async (email: string, isConfirmed: boolean): Promise<string> => {
  const query = new URLSearchParams({ email, ...(!isConfirmed && { unconfirmed: '' }) })
  return (await realFetch(`${inject('tokenUrl')}?${query}`)).text()
}

export interface RenderedView {
  /** The site's own client, signed in as the same person. */
  call: typeof Api.call
  /** Unmounts the view, signs out and clears messages. */
  close: () => void
}

export interface ViewOptions {
  email?: string
  locale?: Locale
  /** Query of the address, without `?`. */
  search?: string
  /** False: the session has to confirm who the person is before it acts on money. */
  isConfirmed?: boolean
}

type ViewSource = Pick<Screen, 'namespaces' | 'lazyNamespaces' | 'load' | 'dialogs'>

/** Renders a view as somebody in the demonstration network sees it, against the real API. */
export async function renderView(
  {
    namespaces = [],
    lazyNamespaces = [],
    load = () => Promise.reject(new Error('no view')),
    dialogs = {},
  }: ViewSource,
  { email = 'manager@hookline.example', locale = 'ko', search = '', isConfirmed = true }: ViewOptions = {},
): Promise<RenderedView> {
  history.replaceState(null, '', `${location.pathname}?${search}`)
  dispatchEvent(new PopStateEvent('popstate'))
  const [
    { setStrings },
    { call },
    { readMeta },
    { readMe },
    site,
    session,
    { ActiveDialog },
    { Snackbars },
    { $snackbars },
    { lazyComponent },
    { ConfirmationOutlet },
    View,
  ] = await Promise.all([
    import('#lib/i18n/strings.ts'),
    import('#lib/api/call.ts'),
    import('#contract/portal/site.ts'),
    import('#contract/people/session.ts'),
    import('#lib/site/site.ts'),
    import('#lib/api/session.ts'),
    import('#islands/kit/dialogs/ActiveDialog.tsx'),
    import('#islands/kit/ui/feedback/Snackbars.tsx'),
    import('#lib/page/snackbars.ts'),
    import('#lib/page/lazy-component.ts'),
    import('#islands/shell/ConfirmationOutlet.tsx'),
    load(),
  ])
  document.documentElement.lang = locale
  const dialogNamespaces = Object.values(dialogs).flatMap((dialog) => dialog.namespaces)
  const allNamespaces = [
    'common',
    'messages',
    'shell',
    'second-factor',
    'credentials',
    ...namespaces,
    ...lazyNamespaces,
    ...dialogNamespaces,
  ]
  setStrings(locale, readTexts(locale, allNamespaces))
  site.$site.set((await call(readMeta, { query: { domain: 'localhost' } })).metadata)
  session.startSession(await createToken(email, isConfirmed))
  session.setUser((await call(readMe)).user)
  // Shows content that `data-audience` reserves for people with permissions, as a page does.
  document.documentElement.setAttribute('data-may', session.$permissions.get())
  const container = document.body.appendChild(document.createElement('main'))
  const root = createRoot(container)
  const lazyDialogs = Object.entries(dialogs).map(([flag, dialog]) => [flag, lazyComponent(dialog.load)])
  root.render(
    <>
      <View />
      <ActiveDialog dialogs={Object.fromEntries(lazyDialogs)} />
      <Snackbars />
      <ConfirmationOutlet />
    </>,
  )
  const close = () => {
    root.unmount()
    container.remove()
    session.clearSession()
    // All test files share one page.
    $snackbars.set([])
  }
  return { call, close }
}
