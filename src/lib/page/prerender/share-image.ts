import type { Locale } from '#contract/platform/locale.ts'
import { type DesignId, designIds } from '#contract/portal/design.ts'

/** Homes of designs have pictures of their own. */
const getHomeView = (design: DesignId) => (design === '' ? 'home' : `home-${design}`)

/** What the picture of a page is named after. */
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

/** What is drawn beside the title of pages that are no guides. */
export const findShareFigure = (view: string): ShareFigure | undefined =>
  Object.hasOwn(figures, view) ? figures[view] : undefined
