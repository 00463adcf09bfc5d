import type { Currency } from '#contract/platform/params.ts'
import {
  getProfit,
  premiumPrice,
  premiumRate,
  pricePerThousandViews,
  pricePerView,
} from '#contract/reports/reports.ts'
import type { VideoFigures } from '#contract/reports/video-detail.ts'
import {
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatThousandPrice,
} from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { formatDuration } from './duration.ts'

export type FigureKey =
  | 'views'
  | 'watchTime'
  | 'averageRate'
  | 'averageTime'
  | 'profit'
  | 'price'
  | 'thousandPrice'
  | 'premiumViews'
  | 'premiumRate'
  | 'premiumPrice'

export const figureTexts = {
  views: 'video-detail:figures.views',
  watchTime: 'video-detail:figures.watchTime',
  averageRate: 'video-detail:figures.averageRate',
  averageTime: 'video-detail:figures.averageTime',
  profit: 'common:profit',
  price: 'reports:videos.price',
  thousandPrice: 'video-detail:figures.thousandPrice',
  premiumViews: 'reports:figures.premiumViews',
  premiumRate: 'reports:videos.premiumRate',
  premiumPrice: 'reports:figures.premiumPrice',
} as const satisfies Record<FigureKey, TextKey>

interface Figure {
  getValue: (figures: VideoFigures) => number | null
  format: (value: number | null, currency: Currency) => string
}

const count: Figure['format'] = (value) => formatNumber(value ?? 0, locale())
const duration: Figure['format'] = (value) => formatDuration(value, locale())
const percent: Figure['format'] = (value) => formatPercent(value, locale())
const price: Figure['format'] = (value, currency) => formatPrice(value, currency, locale())

export const figures: Readonly<Record<FigureKey, Figure>> = {
  views: { getValue: (f) => f.views, format: count },
  watchTime: { getValue: (f) => f.watchSeconds, format: duration },
  averageRate: { getValue: (f) => f.averageWatchRate, format: percent },
  averageTime: { getValue: (f) => f.averageWatchSeconds, format: duration },
  profit: {
    getValue: (f) => getProfit(f),
    format: (value, currency) => formatMoney(value ?? 0, currency, locale()),
  },
  price: { getValue: pricePerView, format: price },
  thousandPrice: {
    getValue: pricePerThousandViews,
    format: (value, currency) => formatThousandPrice(value, currency, locale()),
  },
  premiumViews: { getValue: (f) => f.premiumViews, format: count },
  premiumRate: { getValue: premiumRate, format: percent },
  premiumPrice: { getValue: premiumPrice, format: price },
}
