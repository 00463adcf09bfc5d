import { premiumPrice, premiumRate, pricePerView } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { VideoFigures } from '#contract/video-detail.ts'
import { formatMoney, formatNumber, formatPercent, formatPrice } from '#lib/format.ts'
import { locale } from '#lib/strings.ts'
import { formatDuration } from './duration.ts'

export type FigureKey =
  | 'views'
  | 'watchTime'
  | 'averageRate'
  | 'averageTime'
  | 'profit'
  | 'price'
  | 'premiumViews'
  | 'premiumRate'
  | 'premiumPrice'

interface Figure {
  of: (figures: VideoFigures) => number | null
  written: (value: number | null, currency: Currency) => string
}

const count: Figure['written'] = (value) => formatNumber(value ?? 0, locale())
const duration: Figure['written'] = (value) => formatDuration(value, locale())
const percent: Figure['written'] = (value) => formatPercent(value, locale())
const price: Figure['written'] = (value, currency) => formatPrice(value, currency, locale())

export const figures: Readonly<Record<FigureKey, Figure>> = {
  views: { of: (f) => f.views, written: count },
  watchTime: { of: (f) => f.watchSeconds, written: duration },
  averageRate: { of: (f) => f.averageWatchRate, written: percent },
  averageTime: { of: (f) => f.averageWatchSeconds, written: duration },
  profit: {
    of: (f) => f.profit,
    written: (value, currency) => formatMoney(value ?? 0, currency, locale()),
  },
  price: { of: pricePerView, written: price },
  premiumViews: { of: (f) => f.premiumViews, written: count },
  premiumRate: { of: premiumRate, written: percent },
  premiumPrice: { of: premiumPrice, written: price },
}
