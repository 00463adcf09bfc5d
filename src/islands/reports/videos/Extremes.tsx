import { useStore } from '@nanostores/react'
import {
  extremeVideoCount,
  minComparableViews,
  pricePerView,
  type VideoExtremes,
  type VideoRow,
} from '#contract/reports.ts'
import { LoadFailure } from '#islands/reports/LoadFailure.tsx'
import { VideoInfo } from '#islands/reports/VideoInfo.tsx'
import { VideoCell } from '#islands/reports/video-columns.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatNumber, formatPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { extremes } from './store.ts'
import styles from './VideoReport.module.css'

const ends = ['highest', 'lowest'] as const
type End = (typeof ends)[number]

/** The videos whose views paid best and worst, side by side. */
export function Extremes() {
  const { key, result, error } = useStore(extremes.$state)
  const stale = result !== null && !isSameKey(result.key, key)
  if (error && (stale || result === null)) {
    return (
      <section className={`${styles.card} ${styles.failedExtremes}`}>
        <LoadFailure title={t('video-report:extremes.failed')} error={error} onRetry={extremes.reload} />
      </section>
    )
  }
  return (
    <div className={styles.extremes} aria-busy={stale || result === null} data-stale={stale || undefined}>
      {ends.map((end) => (
        <ExtremeCard key={end} end={end} found={result?.data ?? null} />
      ))}
    </div>
  )
}

function ExtremeCard({ end, found }: { end: End; found: VideoExtremes | null }) {
  const id = `extremes-${end}`
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{t(`video-report:extremes.${end}`)}</h2>
      <p>{found ? formatBasis(found) : <Skeleton width="70%" />}</p>
      {found && found[end].length === 0 ? (
        <p className={styles.none}>{t('video-report:extremes.none')}</p>
      ) : (
        <ol className={styles.ranks}>
          {found
            ? found[end].map((video, at) => (
                <RankedVideo
                  key={`${video.channelId}/${video.videoId}`}
                  rank={at + 1}
                  video={video}
                  found={found}
                />
              ))
            : skeletonRows.map((place) => <RankedVideoSkeleton key={place} />)}
        </ol>
      )}
    </section>
  )
}

function formatBasis({ minViews: leastViews, highest }: VideoExtremes): string {
  if (highest.length === 0) return ''
  const views = formatNumber(minComparableViews, locale())
  return t(`video-report:extremes.${leastViews < minComparableViews ? 'amongAll' : 'among'}`, { views })
}

interface RankedVideoProps {
  rank: number
  video: VideoRow
  found: VideoExtremes
}

function RankedVideo({ rank, video, found: { currency } }: RankedVideoProps) {
  return (
    <li data-extreme={video.videoId}>
      <b className={styles.rank} aria-hidden="true">
        {rank}
      </b>
      <VideoInfo video={video} />
      <dl>
        <dt className="visually-hidden">{t('reports:videos.price')}</dt>
        <dd data-fact="price">{formatPrice(pricePerView(video), currency, locale())}</dd>
        <dt>{t('reports:videos.views')}</dt>
        <dd data-fact="views">
          <VideoCell column="views" video={video} currency={currency} full={1} />
        </dd>
      </dl>
    </li>
  )
}

const skeletonRows = Array.from({ length: extremeVideoCount }, (_, place) => place)

function RankedVideoSkeleton() {
  return (
    <li aria-hidden="true">
      <Skeleton width="36px" height="64px" />
      <span className={styles.lines}>
        <Skeleton width="80%" />
        <Skeleton width="45%" />
      </span>
    </li>
  )
}
