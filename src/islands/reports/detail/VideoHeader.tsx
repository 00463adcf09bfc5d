import { useStore } from '@nanostores/react'
import { getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { $linkQuery, buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { $isManager } from '#lib/api/session.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { getComparison } from '#lib/format/period.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { CopyVideoLink } from './CopyLink.tsx'
import { formatLength } from './duration.ts'
import styles from './section/Detail.module.css'
import { WatchLink } from './WatchLink.tsx'

export function VideoHeader({ video }: Pick<VideoDetail, 'video'>) {
  const { videoId, title, channelName, publishedAt, lengthSeconds, thumbnail } = video
  return (
    <div className={`line gap-4 ${styles.head}`}>
      <Thumbnail videoId={videoId} path={thumbnail} />
      <div className="grow">
        <p className={styles.name}>{title ?? t('reports:videos.untitled')}</p>
        <ul className={styles.meta}>
          <li>{channelName}</li>
          <li>
            {publishedAt === null ? (
              t('reports:videos.undated')
            ) : (
              <time dateTime={publishedAt}>
                {t('video-detail:published', { day: formatDay(toLocalDay(publishedAt), locale()) })}
              </time>
            )}
          </li>
          {lengthSeconds !== null && (
            <li>{t('video-detail:length', { length: formatLength(lengthSeconds, locale()) })}</li>
          )}
        </ul>
        <WatchLink className={styles.link} videoId={videoId} />
        <PageLinks video={video} />
      </div>
    </div>
  )
}

function PageLinks({ video }: Pick<VideoDetail, 'video'>) {
  const href = buildVideoHref(video, useStore($linkQuery))
  return (
    <p className={styles.pageLinks}>
      <a className={styles.link} href={href}>
        {t('video-detail:page.open')}
      </a>
      <CopyVideoLink href={href} />
    </p>
  )
}

interface PeriodSummaryProps {
  detail: VideoDetail
  time: RequestedTime
}

export function PeriodSummary({ detail: { range, previous }, time }: PeriodSummaryProps) {
  const isManager = useStore($isManager)
  return (
    <div className={styles.period}>
      <h3 className="text-s">{t(`reports:period.${time.period}`)}</h3>
      <p className={styles.meta}>
        <b className="ink" data-detail="range">
          {formatDayRange(range.from, range.to, locale())}
        </b>
        <span>{t('reports:countedTo', { day: formatDay(range.to, locale()) })}</span>
        <span data-detail="compared">{formatComparison(time, previous)}</span>
        {!isManager && <span>{t('reports:netNotice')}</span>}
      </p>
    </div>
  )
}

function formatComparison(time: RequestedTime, previous: VideoDetail['previous']): string {
  if (!previous) return t('reports:change.none')
  const { range, totals } = previous
  if (totals.views === 0 && getProfit(totals) === 0) return t('video-detail:notCompared')
  const { key, days } = getComparison(time, range)
  return t('video-detail:compared', {
    compared: t(`reports:compared.${key}`, { count: days }),
    range: formatDayRange(range.from, range.to, locale()),
  })
}
