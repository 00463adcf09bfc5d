import type { ComponentType } from 'react'
import { loadStrings } from '#lib/load-strings.ts'
import { type Part, part } from '#lib/part.ts'
import type { PlaceName } from '#lib/places.ts'

interface View {
  /** Without the language; `/*` at its end stands for one more part. */
  readonly path: string
  /** Its heading and title until it has its own: `console:views.<name>`. */
  readonly name: ViewName
  /** Where in the navigation it belongs. */
  readonly place: PlaceName
  /** The namespaces of its texts: the page that was built for it brings them, others load them. */
  readonly texts: readonly string[]
  readonly Content: Part<ComponentType>
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

const lazily = (texts: readonly string[], load: () => Promise<ComponentType>) =>
  part(async () => {
    const [content] = await Promise.all([load(), ...texts.map(loadStrings)])
    return content
  })

const view = (
  name: ViewName,
  place: PlaceName,
  texts: readonly string[],
  Content: View['Content'],
): View => ({
  path: `/${name}`,
  name,
  place,
  texts,
  Content,
})

/** A view whose texts are in the common list; others bring theirs with their code. */
const listed = (name: ViewName & PlaceName, texts: readonly string[], load: () => Promise<ComponentType>) =>
  view(name, name, texts, lazily(texts, load))

const music = lazily(musicTexts, () => import('#islands/musics/MusicsView.tsx').then((it) => it.MusicsView))

/** Every view of the console. */
export const views: readonly View[] = [
  listed('dashboard', ['reports'], () =>
    import('#islands/reports/DashboardView.tsx').then((it) => it.DashboardView),
  ),
  listed('report-channel', ['reports', 'channel-report'], () =>
    import('#islands/reports/channels/ChannelReportView.tsx').then((it) => it.ChannelReportView),
  ),
  listed('report-video', ['reports', 'video-report'], () =>
    import('#islands/reports/videos/VideoReportView.tsx').then((it) => it.VideoReportView),
  ),
  ...musicViews.map((name) => view(name, 'musics', musicTexts, music)),
  listed('notices', ['notices'], () =>
    import('#islands/notices/NoticesView.tsx').then((it) => it.NoticesView),
  ),
  {
    ...listed('notices', ['notices'], () =>
      import('#islands/notices/NoticeView.tsx').then((it) => it.NoticeView),
    ),
    path: '/notices/*',
    name: 'notice',
  },
  view(
    'manage-channel',
    'manage-channel',
    ['channels'],
    part(async () => (await import('#islands/channels/load-view.ts')).loadView()),
  ),
  view(
    'manage-member',
    'manage-member',
    ['members'],
    part(async () => (await import('#islands/members/load-view.ts')).loadView()),
  ),
  listed('payment-info', ['payment'], () =>
    import('#islands/payment/PaymentView.tsx').then((it) => it.PaymentView),
  ),
  listed('config-account', ['account'], () =>
    import('#islands/account/AccountView.tsx').then((it) => it.AccountView),
  ),
  listed('language', ['language'], () =>
    import('#islands/language/LanguageView.tsx').then((it) => it.LanguageView),
  ),
]

function matches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const rest = path.startsWith(pattern.slice(0, -1)) ? path.slice(pattern.length - 1) : ''
  return rest !== '' && !rest.includes('/')
}

export const viewAt = (path: string): View | undefined => views.find((view) => matches(view.path, path))
