import type { ReactNode } from 'react'
import {
  getMemberProfit,
  getProfit,
  premiumPrice,
  premiumRate,
  pricePerView,
  type VideoSort,
} from '#contract/reports.ts'
import type { VideoPage, VideoRow } from '#contract/videos.ts'
import { ShareBar } from '#islands/charts/ShareBar.tsx'
import { formatCount, formatMoney, formatNumber, formatPercent, formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export type VideoColumn = 'views' | 'profit' | 'price' | 'premiumViews' | 'premiumRate' | 'premiumPrice'

export const videoColumns: readonly VideoColumn[] = [
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

const minFullShare = 0.2

export const computeFullShare = (videos: readonly VideoRow[]) =>
  videos.reduce((most, video) => Math.max(most, premiumRate(video) ?? 0), minFullShare)

interface VideoCellProps {
  column: VideoColumn
  video: VideoRow
  currency: VideoPage['currency']
  full: number
}

export function VideoCell({ column, video, currency, full }: VideoCellProps): ReactNode {
  switch (column) {
    case 'views':
    case 'premiumViews':
      return <CountCell value={video[column]} />
    case 'profit':
      return <ProfitCell video={video} currency={currency} />
    case 'price':
      return formatPrice(pricePerView(video), currency, locale())
    case 'premiumPrice':
      return formatPrice(premiumPrice(video), currency, locale())
    case 'premiumRate':
      return <RateCell rate={premiumRate(video)} full={full} />
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

function ProfitCell({ video, currency }: Pick<VideoCellProps, 'video' | 'currency'>) {
  const memberProfit = getMemberProfit(video)
  return (
    <>
      {formatMoney(getProfit(video), currency, locale())}
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}

function RateCell({ rate, full }: { rate: number | null; full: number }) {
  return (
    <span className="inline-row">
      {formatPercent(rate, locale())}
      <ShareBar share={rate ?? 0} full={full} />
    </span>
  )
}
