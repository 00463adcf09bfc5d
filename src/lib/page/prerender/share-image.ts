import type { Locale } from '#contract/platform/locale.ts'
import { type DesignId, designIds } from '#contract/portal/design.ts'

/** Each design's home has its own picture. */
const getHomeView = (design: DesignId) => (design === '' ? 'home' : `home-${design}`)

/** The picture of a page is named after this view. */
export const getShareView = (path: string, design: DesignId): string =>
  path === '/' ? getHomeView(design) : path.slice(1)

export const getShareImagePath = (path: string, locale: Locale, design: DesignId = ''): string =>
  `/share/${locale}/${getShareView(path, design)}.png`

export const findHomeDesign = (view: string): DesignId | undefined =>
  designIds.find((design) => getHomeView(design) === view)

export type ShareFigure = 'days' | 'receipt' | 'wave' | 'track' | 'countries'

const figures: Readonly<Record<string, ShareFigure>> = {
  home: 'days',
  'home-mcn-2': 'receipt',
  'home-mcn-3': 'wave',
  'home-mcn-4': 'countries',
  login: 'days',
  join: 'receipt',
  musics: 'track',
}

/** Selects the figure beside the title of pages other than guides. */
export const findShareFigure = (view: string): ShareFigure | undefined =>
  Object.hasOwn(figures, view) ? figures[view] : undefined
