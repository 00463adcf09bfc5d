import type { ComponentType } from 'react'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import type { NavigationItemName } from '#lib/navigation/items.ts'
import { type LazyComponent, lazyComponent } from '#lib/page/lazy-component.ts'

interface View {
  /** Without the language; `/*` at its end stands for one more part. */
  readonly path: string
  /** Its heading and title until it has its own: `console:views.<name>`. */
  readonly name: ViewName
  /** Where in the navigation it belongs. */
  readonly place: NavigationItemName
  /** The namespaces of its texts: the page that was built for it brings them, others load them. */
  readonly texts: readonly string[]
  readonly component: LazyComponent<ComponentType>
}

const musicViews = ['musics', 'musics/all', 'musics/tags', 'musics/shopping'] as const

export type ViewName =
  | 'dashboard'
  | 'report-channel'
  | 'report-video'
  | (typeof musicViews)[number]
  | 'notices'
  | 'notice'
  | 'manage-channel'
  | 'manage-member'
  | 'payment-info'
  | 'config-account'
  | 'language'

const musicTexts = ['musics']

const lazyWithStrings = (texts: readonly string[], load: () => Promise<ComponentType>) =>
  lazyComponent(async () => {
    const [content] = await Promise.all([load(), ...texts.map(loadStrings)])
    return content
  })

const defineView = (
  name: ViewName,
  place: NavigationItemName,
  texts: readonly string[],
  component: View['component'],
): View => ({
  path: `/${name}`,
  name,
  place,
  texts,
  component,
})

/** A view whose texts are in the common list; others bring theirs with their code. */
const defineNavigationView = (
  name: ViewName & NavigationItemName,
  texts: readonly string[],
  load: () => Promise<ComponentType>,
) => defineView(name, name, texts, lazyWithStrings(texts, load))

const lazyMusicsView = lazyWithStrings(musicTexts, () =>
  import('#islands/musics/MusicsView.tsx').then((it) => it.MusicsView),
)

/** Every view of the console. */
export const views: readonly View[] = [
  defineNavigationView('dashboard', ['reports'], () =>
    import('#islands/reports/DashboardView.tsx').then((it) => it.DashboardView),
  ),
  defineNavigationView('report-channel', ['reports', 'channel-report'], () =>
    import('#islands/reports/channels/ChannelReportView.tsx').then((it) => it.ChannelReportView),
  ),
  defineNavigationView('report-video', ['reports', 'video-report'], () =>
    import('#islands/reports/videos/VideoReportView.tsx').then((it) => it.VideoReportView),
  ),
  ...musicViews.map((name) => defineView(name, 'musics', musicTexts, lazyMusicsView)),
  defineNavigationView('notices', ['notices'], () =>
    import('#islands/notices/NoticesView.tsx').then((it) => it.NoticesView),
  ),
  {
    ...defineNavigationView('notices', ['notices'], () =>
      import('#islands/notices/NoticeView.tsx').then((it) => it.NoticeView),
    ),
    path: '/notices/*',
    name: 'notice',
  },
  defineView(
    'manage-channel',
    'manage-channel',
    ['channels'],
    lazyComponent(async () => (await import('#islands/channels/view-loader.ts')).loadView()),
  ),
  defineView(
    'manage-member',
    'manage-member',
    ['members'],
    lazyComponent(async () => (await import('#islands/members/view-loader.ts')).loadView()),
  ),
  defineNavigationView('payment-info', ['payment'], () =>
    import('#islands/payment/PaymentView.tsx').then((it) => it.PaymentView),
  ),
  defineNavigationView('config-account', ['account'], () =>
    import('#islands/account/AccountView.tsx').then((it) => it.AccountView),
  ),
  defineNavigationView('language', ['language'], () =>
    import('#islands/language/LanguageView.tsx').then((it) => it.LanguageView),
  ),
]

function matchesPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const rest = path.startsWith(pattern.slice(0, -1)) ? path.slice(pattern.length - 1) : ''
  return rest !== '' && !rest.includes('/')
}

export const findView = (path: string): View | undefined => views.find((view) => matchesPath(view.path, path))
