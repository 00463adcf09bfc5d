import { useStore } from '@nanostores/react'
import {
  comparableViews,
  extremeVideos,
  pricePerView,
  type VideoExtremes,
  type VideoRow,
} from '#contract/reports.ts'
import { LoadFailure } from '#islands/reports/LoadFailure.tsx'
import { VideoInfo } from '#islands/reports/VideoInfo.tsx'
import { Fact } from '#islands/reports/video-facts.tsx'
import { formatNumber, formatPrice } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Skeleton } from '#shared/Skeleton.tsx'
import { extremes } from './store.ts'
import styles from './VideoReport.module.css'

const ends = ['highest', 'lowest'] as const
type End = (typeof ends)[number]

/** The videos whose views paid best and worst, side by side. */
export function Extremes() {
  const { question, answer, error } = useStore(extremes.$state)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  if (error && (stale || answer === null)) {
    return (
      <section className={`${styles.card} ${styles.failedExtremes}`}>
        <LoadFailure title={t('video-report:extremes.failed')} error={error} onRetry={extremes.reload} />
      </section>
    )
  }
  return (
    <div className={styles.extremes} aria-busy={stale || answer === null} data-stale={stale || undefined}>
      {ends.map((end) => (
        <EndCard key={end} end={end} found={answer?.data ?? null} />
      ))}
    </div>
  )
}

function EndCard({ end, found }: { end: End; found: VideoExtremes | null }) {
  const id = `extremes-${end}`
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{t(`video-report:extremes.${end}`)}</h2>
      <p>{found ? amongOf(found) : <Skeleton width="70%" />}</p>
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
            : places.map((place) => <WaitingVideo key={place} />)}
        </ol>
      )}
    </section>
  )
}

function amongOf({ leastViews, highest }: VideoExtremes): string {
  if (highest.length === 0) return ''
  const views = formatNumber(comparableViews, locale())
  return t(`video-report:extremes.${leastViews < comparableViews ? 'amongAll' : 'among'}`, { views })
}

interface RankedProps {
  rank: number
  video: VideoRow
  found: VideoExtremes
}

function RankedVideo({ rank, video, found: { currency } }: RankedProps) {
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
          <Fact fact="views" video={video} currency={currency} full={1} />
        </dd>
      </dl>
    </li>
  )
}

const places = Array.from({ length: extremeVideos }, (_, place) => place)

function WaitingVideo() {
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
