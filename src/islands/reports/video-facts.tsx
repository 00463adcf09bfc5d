import type { ReactNode } from 'react'
import {
  premiumPrice,
  premiumRate,
  pricePerView,
  type VideoPage,
  type VideoRow,
  type VideoSort,
} from '#contract/reports.ts'
import { formatCount, formatMoney, formatNumber, formatPercent, formatPrice } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { ShareBar } from '#shared/ShareBar.tsx'
import styles from './VideoList.module.css'

export type FactKey = 'views' | 'profit' | 'price' | 'premiumViews' | 'premiumRate' | 'premiumPrice'

/** What is shown of every video beside its picture and name, in this order. */
export const factKeys: readonly FactKey[] = [
  'views',
  'profit',
  'price',
  'premiumViews',
  'premiumRate',
  'premiumPrice',
]

/** The facts by which the list can be sorted. */
export const sortOfFact: Partial<Record<FactKey, VideoSort>> = {
  views: 'views',
  profit: 'profit',
  price: 'price',
}

/** The same video can be in two channels. */
export const keyOf = ({ channelId, videoId }: VideoRow) => `${channelId}/${videoId}`

/** Bars are full here, or at the highest share of the videos where that is more. */
const fullShare = 0.2

export const fullShareOf = (videos: readonly VideoRow[]) =>
  videos.reduce((most, video) => Math.max(most, premiumRate(video) ?? 0), fullShare)

interface FactProps {
  fact: FactKey
  video: VideoRow
  currency: VideoPage['currency']
  /** The premium rate at which a bar is full. */
  full: number
}

export function Fact({ fact, video, currency, full }: FactProps): ReactNode {
  switch (fact) {
    case 'views':
    case 'premiumViews':
      return <Count value={video[fact]} />
    case 'profit':
      return <Profit video={video} currency={currency} />
    case 'price':
      return formatPrice(pricePerView(video), currency, locale())
    case 'premiumPrice':
      return formatPrice(premiumPrice(video), currency, locale())
    case 'premiumRate':
      return <Rate rate={premiumRate(video)} full={full} />
  }
}

function Count({ value }: { value: number }) {
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

function Profit({ video, currency }: Pick<FactProps, 'video' | 'currency'>) {
  const { profit, memberProfit } = video
  return (
    <>
      {formatMoney(profit, currency, locale())}
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}

function Rate({ rate, full }: { rate: number | null; full: number }) {
  return (
    <span className={styles.rate}>
      {formatPercent(rate, locale())}
      <ShareBar share={rate ?? 0} full={full} />
    </span>
  )
}
