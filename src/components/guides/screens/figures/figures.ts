import type { ScreenName } from '#lib/guides/manifest.ts'
import type { KeyUnder, TextKey } from '#lib/texts/catalog.ts'

// What the figures of answers show. Their words are in `screens.json` under `figures`, by the names given here.

/** Words of the portal's screens, or of another figure. */
export const figureWords = {
  'dates.estimated.what': 'common:profit',
  'dates.estimated.when': 'screens:figures.recognition.shown.when',
  'dates.paid.what': 'settlement:movements.payment',
  'month.final.when': 'screens:figures.dates.final.when',
  'month.pay.when': 'screens:figures.dates.paid.when',
  'registration.review.what': 'channel-timeline:review',
  'registration.review.when': 'channel-timeline:reviewTime',
  'amounts.youtube': 'settlement:sources.tax',
  'amounts.fee': 'settlement:amounts.fee',
  'amounts.withholding': 'settlement:amounts.withholding',
  'amounts.payable': 'settlement:amounts.payable',
  'views.views': 'video-detail:figures.views',
} as const satisfies Readonly<Record<string, TextKey>>

const isShared = (path: string): path is keyof typeof figureWords => path in figureWords

export const getFigureText = (path: string): TextKey =>
  isShared(path) ? figureWords[path] : (`screens:figures.${path}` as KeyUnder<'screens:figures'>)

type FigureName = Extract<ScreenName, `figure-${string}`>

interface Bar {
  readonly name: string
  /** Shares of the whole. */
  readonly from: number
  readonly to: number
  readonly tone: 'plain' | 'taken' | 'main'
  /** Written into the bar. */
  readonly value?: string
}

export const barFigures: Partial<Record<FigureName, readonly Bar[]>> = {
  'figure-pool': [
    { name: 'whole', from: 0, to: 1, tone: 'plain' },
    { name: 'creators', from: 0, to: 0.5, tone: 'main', value: '1/2' },
    { name: 'music', from: 0.5, to: 1, tone: 'taken', value: '1/2' },
  ],
  'figure-amounts': [
    { name: 'income', from: 0, to: 1, tone: 'plain' },
    { name: 'youtube', from: 0.94, to: 1, tone: 'taken' },
    { name: 'fee', from: 0.75, to: 0.94, tone: 'taken' },
    { name: 'withholding', from: 0.72, to: 0.75, tone: 'taken' },
    { name: 'payable', from: 0, to: 0.72, tone: 'main' },
  ],
  'figure-views': [
    { name: 'views', from: 0, to: 1, tone: 'plain' },
    { name: 'engaged', from: 0, to: 0.66, tone: 'main' },
  ],
}

/** Names of stages, in the order of time; the last is the goal. */
export const timelineFigures: Partial<Record<FigureName, readonly string[]>> = {
  'figure-recognition': ['upload', 'recognized', 'shown'],
  'figure-dates': ['estimated', 'final', 'released', 'paid'],
  'figure-registration': ['register', 'verify', 'review', 'approved'],
  'figure-month': ['daily', 'final', 'close', 'release', 'pay'],
}

/** Names of cases, each with what fits it. */
export const caseFigures: Partial<Record<FigureName, readonly string[]>> = {
  'figure-moods': ['everyday', 'animals', 'sports', 'travel', 'style'],
  'figure-product': ['bought', 'paid', 'advertised', 'tagged'],
}

/** Names of two cards with three lines each; the first is the good one. */
export const pairFigures: Partial<Record<FigureName, readonly [string, string]>> = {
  'figure-claim': ['claim', 'strike'],
  'figure-minute': ['short', 'long'],
}

/** `figure-pool` → `pool` */
export const getFigureKey = (name: ScreenName) => name.replace(/^figure-/, '')
