import type { ReactNode } from 'react'
import { getMemberProfit, getProfit, premiumPrice, premiumRate, type VideoSort } from '#contract/reports.ts'
import type { VideoPage, VideoRow } from '#contract/videos.ts'
import { ShareBar } from '#islands/charts/ShareBar.tsx'
import { Sparkline } from '#islands/charts/Sparkline.tsx'
import { formatCount, formatMoney, formatNumber, formatPercent, formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChangeText } from './ChangeText.tsx'
import { PriceCell } from './PriceCell.tsx'
import { computeChange } from './totals.ts'
import styles from './VideoList.module.css'
import { useVideoTrend } from './video-trends.ts'

export type VideoColumn =
  | 'trend'
  | 'views'
  | 'profit'
  | 'price'
  | 'premiumViews'
  | 'premiumRate'
  | 'premiumPrice'

export const videoColumns: readonly VideoColumn[] = [
  'trend',
  'views',
  'profit',
  'price',
  'premiumViews',
  'premiumRate',
  'premiumPrice',
]

export const columnSorts: Partial<Record<VideoColumn, VideoSort>> = {
  views: 'views',
  profit: 'profit',
  price: 'price',
}

/** A video can be in two channels. */
export const getVideoKey = ({ channelId, videoId }: VideoRow) => `${channelId}/${videoId}`

interface VideoCellProps {
  column: VideoColumn
  video: VideoRow
  currency: VideoPage['currency']
}

export function VideoCell({ column, video, currency }: VideoCellProps): ReactNode {
  switch (column) {
    case 'views':
    case 'premiumViews':
      return <CountCell value={video[column]} />
    case 'trend':
      return <TrendCell video={video} />
    case 'profit':
      return <ProfitCell video={video} currency={currency} />
    case 'price':
      return <PriceCell figures={video} currency={currency} />
    case 'premiumPrice':
      return formatPrice(premiumPrice(video), currency, locale())
    case 'premiumRate':
      return <RateCell rate={premiumRate(video)} />
  }
}

function CountCell({ value }: { value: number }) {
  const exact = formatNumber(value, locale())
  return (
    <>
      <span title={exact} aria-hidden="true">
        {formatCount(value, locale())}
      </span>
      <span className="visually-hidden">{exact}</span>
    </>
  )
}

export function ProfitCell({ video, currency }: Pick<VideoCellProps, 'video' | 'currency'>) {
  const memberProfit = getMemberProfit(video)
  return (
    <>
      {formatMoney(getProfit(video), currency, locale())}
      <ProfitChange video={video} />
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}

function TrendCell({ video }: { video: VideoRow }) {
  const trend = useVideoTrend(video)
  return (
    <span className={styles.trend}>
      {trend ? <Sparkline values={trend.views} /> : trend === undefined && ' '}
    </span>
  )
}

/** Against the compared period; a video without profit then is new. */
export function ProfitChange({ video }: { video: VideoRow }) {
  const trend = useVideoTrend(video)
  const change = trend?.previous ? computeChange(getProfit(video), getProfit(trend.previous)) : undefined
  return (
    <small className={styles.change}>
      {typeof change === 'number' && <ChangeText change={change} comparison={undefined} />}
      {change === 'noBase' && getProfit(video) > 0 && t('reports:videos.new')}
    </small>
  )
}

function RateCell({ rate }: { rate: number | null }) {
  return (
    <span className="inline-row">
      {formatPercent(rate, locale())}
      <ShareBar share={rate ?? 0} />
    </span>
  )
}
