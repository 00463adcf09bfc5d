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

export type ViewName =
  | 'dashboard'
  | 'report-channel'
  | 'report-video'
  | 'notices'
  | 'notice'
  | 'manage-channel'
  | 'manage-member'
  | 'payment-info'
  | 'config-account'
  | 'language'

const reports = ['reports']
const channelReport = ['reports', 'channel-report']
const videoReport = ['reports', 'video-report']
const notices = ['notices']
const payment = ['payment']
const account = ['account']
const language = ['language']

const lazily = (texts: readonly string[], load: () => Promise<ComponentType>) =>
  part(async () => {
    const [content] = await Promise.all([load(), ...texts.map(loadStrings)])
    return content
  })

/** Every view of the console. */
export const views: readonly View[] = [
  {
    path: '/dashboard',
    name: 'dashboard',
    place: 'dashboard',
    texts: reports,
    Content: lazily(reports, async () => (await import('#islands/reports/DashboardView.tsx')).DashboardView),
  },
  {
    path: '/report-channel',
    name: 'report-channel',
    place: 'report-channel',
    texts: channelReport,
    Content: lazily(
      channelReport,
      async () => (await import('#islands/reports/channels/ChannelReportView.tsx')).ChannelReportView,
    ),
  },
  {
    path: '/report-video',
    name: 'report-video',
    place: 'report-video',
    texts: videoReport,
    Content: lazily(
      videoReport,
      async () => (await import('#islands/reports/videos/VideoReportView.tsx')).VideoReportView,
    ),
  },
  {
    path: '/notices',
    name: 'notices',
    place: 'notices',
    texts: notices,
    Content: lazily(notices, async () => (await import('#islands/notices/NoticesView.tsx')).NoticesView),
  },
  {
    path: '/notices/*',
    name: 'notice',
    place: 'notices',
    texts: notices,
    Content: lazily(notices, async () => (await import('#islands/notices/NoticeView.tsx')).NoticeView),
  },
  {
    path: '/manage-channel',
    name: 'manage-channel',
    place: 'manage-channel',
    texts: ['channels'],
    Content: part(async () => (await import('#islands/channels/load-view.ts')).loadView()),
  },
  {
    path: '/manage-member',
    name: 'manage-member',
    place: 'manage-member',
    texts: ['members'],
    Content: part(async () => (await import('#islands/members/load-view.ts')).loadView()),
  },
  {
    path: '/payment-info',
    name: 'payment-info',
    place: 'payment-info',
    texts: payment,
    Content: lazily(payment, async () => (await import('#islands/payment/PaymentView.tsx')).PaymentView),
  },
  {
    path: '/config-account',
    name: 'config-account',
    place: 'config-account',
    texts: account,
    Content: lazily(account, async () => (await import('#islands/account/AccountView.tsx')).AccountView),
  },
  {
    path: '/language',
    name: 'language',
    place: 'language',
    texts: language,
    Content: lazily(language, async () => (await import('#islands/language/LanguageView.tsx')).LanguageView),
  },
]

function matches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const rest = path.startsWith(pattern.slice(0, -1)) ? path.slice(pattern.length - 1) : ''
  return rest !== '' && !rest.includes('/')
}

export const viewAt = (path: string): View | undefined => views.find((view) => matches(view.path, path))
