import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import { getMemberProfit, getProfit } from '#contract/reports/reports.ts'
import type { TrackReport } from '#contract/reports/track-report.ts'
import type { VideoRow } from '#contract/reports/videos.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { getVideoListProps, getVideoTotal } from '#islands/reports/video-list/VideoList.tsx'
import { VideoListSkeleton } from '#islands/reports/video-list/VideoListSkeleton.tsx'
import { getVideoColumns } from '#islands/reports/video-list/video-columns.tsx'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import styles from './TrackPage.module.css'

type Report = NonNullable<TrackReport['report']>

interface TrackVideosProps {
  report: Report
  currency: Currency
}

const firstVideos = 10
const firstVideosMobile = 5

/** Lists the videos that earned most with the track, and what the others earned together. */
export function TrackVideos({ report, currency }: TrackVideosProps) {
  const isMobile = useStore($screenClass) === 'mobile'
  const [isOpen, setOpen] = useState(false)
  const { videos, videoCount } = report
  const shown = isOpen ? videos : videos.slice(0, isMobile ? firstVideosMobile : firstVideos)
  return (
    <section className={styles.videos} aria-labelledby="videos-title">
      <div className="wrap items-baseline justify-between gap-2">
        <h2 id="videos-title">{t('track:videos.title')}</h2>
        <p className="note">{t('track:videos.sorted')}</p>
      </div>
      <Videos videos={shown} report={report} currency={currency} />
      <OtherVideos shown={shown} report={report} currency={currency} />
      {shown.length < videos.length && (
        <p className={styles.more}>
          <Button onClick={() => setOpen(true)}>
            {t(videos.length < videoCount ? 'track:videos.top' : 'track:videos.all', {
              count: videos.length,
            })}
          </Button>
        </p>
      )}
    </section>
  )
}

const shownColumns = ['date', 'views', 'price', 'profit', 'net']

function Videos({ videos, report, currency }: TrackVideosProps & { videos: readonly VideoRow[] }) {
  const { totals, videoCount, range } = report
  const hasNet = getMemberProfit(totals) !== null
  const columns = useMemo(
    () =>
      getVideoColumns({ currency, hasNet, figures: totals }).filter(({ key }) => shownColumns.includes(key)),
    [hasNet, currency, totals],
  )
  const { className, ...list } = getVideoListProps(range)
  return (
    <DataTable
      {...list}
      className={`${className} ${styles.table}`}
      columns={columns}
      rows={videos}
      totals={[getVideoTotal({ total: videoCount, totals, currency })]}
    />
  )
}

/** The sum of the rows that are not shown, so that the list adds up. */
function OtherVideos({
  shown,
  report: { totals, videoCount },
  currency,
}: TrackVideosProps & { shown: readonly VideoRow[] }) {
  const others = videoCount - shown.length
  if (others === 0) return null
  const amount = getProfit(totals) - shown.reduce((sum, video) => sum + getProfit(video), 0)
  return (
    <p className={styles.others} data-others>
      <span>{t('track:videos.others', { count: others, videos: formatNumber(others, locale()) })}</span>
      <span>{formatMoney(amount, currency, locale())}</span>
    </p>
  )
}

export const TrackVideosSkeleton = () => (
  <section className={styles.videos} aria-hidden="true">
    <h2>{t('track:videos.title')}</h2>
    <VideoListSkeleton rows={firstVideosMobile} />
  </section>
)
