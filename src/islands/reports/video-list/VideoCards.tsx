import { memo } from 'react'
import { getProfit } from '#contract/reports/reports.ts'
import type { VideoPage, VideoRow, VideoTotals } from '#contract/reports/videos.ts'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { formatTotalLabel } from './VideoTable.tsx'
import { getVideoKey, ProfitCell } from './video-columns.tsx'

export function VideoCards({ page: { videos, currency } }: { page: VideoPage }) {
  return (
    <ul className={`grid ${table.cards} ${styles.cards}`} aria-labelledby="videos-title">
      {videos.map((video) => (
        <VideoCard key={getVideoKey(video)} video={video} currency={currency} />
      ))}
    </ul>
  )
}

interface VideoCardProps {
  video: VideoRow
  currency: VideoPage['currency']
  /** Position in a virtual list; a count of -1 is unknown. */
  index?: number
  count?: number
}

/** Shows thumbnail, title, profit and its change; everything else is one tap away. */
export const VideoCard = memo(function VideoCard({ video, currency, index, count }: VideoCardProps) {
  return (
    <li
      className={styles.card}
      data-video={video.videoId}
      data-index={index}
      aria-posinset={index === undefined ? undefined : index + 1}
      aria-setsize={count}
    >
      <VideoInfo video={video} />
      <span className={styles.amount} data-column="profit">
        <ProfitCell video={video} currency={currency} />
      </span>
    </li>
  )
})

export const VideoCardTotals = ({ totals }: { totals: VideoTotals | null }) => (
  <CardTotals label={formatTotalLabel(totals)}>
    {totals ? formatMoney(getProfit(totals.totals), totals.currency, locale()) : missingValue}
  </CardTotals>
)
