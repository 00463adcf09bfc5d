import { useStore } from '@nanostores/react'
import {
  extremeVideoCount,
  minComparableViews,
  type VideoExtremes,
  type VideoRow,
} from '#contract/reports/videos.ts'
import { SkeletonLines } from '#islands/kit/tables/ListSkeleton.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { PriceCell } from '#islands/reports/metrics/PriceCell.tsx'
import { VideoInfo } from '#islands/reports/video-list/VideoInfo.tsx'
import { FigureCell } from '#islands/reports/video-list/video-columns.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { extremes } from './state/store.ts'
import styles from './state/VideoReport.module.css'

const ends = ['highest', 'lowest'] as const
type End = (typeof ends)[number]

export function Extremes() {
  const { key, result, error } = useStore(extremes.$state)
  const stale = result !== null && !isSameKey(result.key, key)
  if (error && (stale || result === null)) {
    return (
      <section className={`card center ${styles.failedExtremes}`}>
        <LoadFailure title={t('video-report:extremes.failed')} error={error} onRetry={extremes.reload} />
      </section>
    )
  }
  return (
    <div
      className={`${report.columns} ${styles.extremes}`}
      aria-busy={stale || result === null}
      data-stale={stale || undefined}
    >
      {ends.map((end) => (
        <ExtremeCard key={end} end={end} extremes={result?.data ?? null} />
      ))}
    </div>
  )
}

function ExtremeCard({ end, extremes }: { end: End; extremes: VideoExtremes | null }) {
  const id = `extremes-${end}`
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className="text-m">
        {t(`video-report:extremes.${end}`)}
      </h2>
      <p className="caption">{extremes ? formatBasis(extremes) : <Skeleton width="70%" />}</p>
      {extremes && extremes[end].length === 0 ? (
        <p className="muted text-center">{t('video-report:extremes.none')}</p>
      ) : (
        <ol className={styles.ranks}>
          {extremes
            ? extremes[end].map((video, at) => (
                <RankedVideo
                  key={`${video.channelId}/${video.videoId}`}
                  rank={at + 1}
                  video={video}
                  currency={extremes.currency}
                />
              ))
            : skeletonRows.map((place) => <RankedVideoSkeleton key={place} />)}
        </ol>
      )}
    </section>
  )
}

function formatBasis({ minViews, highest }: VideoExtremes): string {
  if (highest.length === 0) return ''
  const views = formatNumber(minComparableViews, locale())
  return t(`video-report:extremes.${minViews < minComparableViews ? 'amongAll' : 'among'}`, { views })
}

interface RankedVideoProps {
  rank: number
  video: VideoRow
  currency: VideoExtremes['currency']
}

function RankedVideo({ rank, video, currency }: RankedVideoProps) {
  return (
    <li className="grid items-center gap-3" data-extreme={video.videoId}>
      <b className="faint text-center" aria-hidden="true">
        {rank}
      </b>
      <VideoInfo video={video} />
      <dl>
        <dt className="visually-hidden">{t('reports:videos.price')}</dt>
        <dd data-column="price">
          <PriceCell figures={video} currency={currency} />
        </dd>
        <dt>{t('reports:figures.views')}</dt>
        <dd data-column="views">
          <FigureCell column="views" figures={video} currency={currency} />
        </dd>
      </dl>
    </li>
  )
}

const skeletonRows = Array.from({ length: extremeVideoCount }, (_, place) => place)

function RankedVideoSkeleton() {
  return (
    <li className="grid items-center gap-3" aria-hidden="true">
      <Skeleton width="36px" height="64px" />
      <SkeletonLines />
    </li>
  )
}
