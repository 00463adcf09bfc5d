import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { getMemberProfit, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { VideoDetail } from '#contract/reports/video-detail.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { AskVideoLink } from '#islands/reports/detail/AskLink.tsx'
import { CopyVideoLink } from '#islands/reports/detail/CopyLink.tsx'
import { formatLength } from '#islands/reports/detail/duration.ts'
import { type FigureKey, figures, figureTexts } from '#islands/reports/detail/figures.ts'
import { WatchLink } from '#islands/reports/detail/WatchLink.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { MemberProfit } from '#islands/reports/frame/MemberProfit.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import { ChannelLink } from '#islands/reports/video-list/ChannelLink.tsx'
import { $linkQuery, buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { formatCount, formatMoney, formatMoneyChange } from '#lib/format/number.ts'
import { getComparison } from '#lib/format/period.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { CurveSentences } from './CurveSentences.tsx'
import styles from './VideoPage.module.css'

interface VideoAnswerProps {
  /** null: loading. */
  detail: VideoDetail | null
  time: RequestedTime | null
  heading: RefObject<HTMLHeadingElement | null>
}

/**
 * Shows the video, its profit and the reading of its curve. It is the same element before and after loading, because it
 * has the focus.
 */
export function VideoAnswer({ detail, time, heading }: VideoAnswerProps) {
  const comparison = detail && time ? describeComparison(detail, time) : undefined
  return (
    <section className={styles.answer}>
      <div className={styles.picture}>
        {detail ? <VideoPicture detail={detail} /> : <Skeleton height="100%" />}
      </div>
      <div className="min-0">
        <h1 ref={heading} tabIndex={-1} className={page.name}>
          {detail ? (
            (detail.video.title ?? t('reports:videos.untitled'))
          ) : (
            <>
              <span className="visually-hidden">{t('shell:views.video')}</span>
              <Skeleton width="60%" />
            </>
          )}
        </h1>
        {detail ? <Identity detail={detail} /> : <Skeleton width="45%" height="28px" />}
      </div>
      <div className={styles.profit}>
        <ProfitFigure detail={detail} comparison={comparison} />
        <CurveSentences currency={detail?.currency ?? null} />
      </div>
      <h2 className="visually-hidden">{t('video-page:figures.heading')}</h2>
      <dl className={styles.figures}>
        {figureKeys.map((key) => (
          <Figure key={key} figure={key} detail={detail} comparison={comparison} />
        ))}
      </dl>
    </section>
  )
}

const figureKeys: readonly FigureKey[] = [
  'views',
  'premiumRate',
  'thousandPrice',
  'averageRate',
  'averageTime',
]

function describeComparison({ previous }: VideoDetail, time: RequestedTime): string | undefined {
  if (!previous) return undefined
  const { key, days } = getComparison(time, previous.range)
  return t(`reports:compared.${key}`, { count: days })
}

function VideoPicture({ detail: { video } }: { detail: VideoDetail }) {
  return (
    <>
      <Thumbnail key={video.videoId} videoId={video.videoId} path={video.thumbnail} />
      {video.lengthSeconds !== null && (
        <span className={styles.length}>{formatLength(video.lengthSeconds, locale())}</span>
      )}
    </>
  )
}

function Identity({ detail }: { detail: VideoDetail }) {
  const { video } = detail
  const query = useStore($linkQuery)
  const { videoId, channelId, channelName, publishedAt } = video
  return (
    <ul className={page.meta}>
      <li className="ink medium break">
        <ChannelLink channelId={channelId}>{channelName}</ChannelLink>
      </li>
      <li>
        {publishedAt === null ? (
          t('reports:videos.undated')
        ) : (
          <time dateTime={publishedAt}>
            {t('video-detail:published', { day: formatDay(toLocalDay(publishedAt), locale()) })}
          </time>
        )}
      </li>
      <li>
        <WatchLink className={page.link} videoId={videoId} />
      </li>
      <li className={page.copy}>
        <CopyVideoLink href={buildVideoHref(video, query)} />
      </li>
      <li className={page.copy}>
        <AskVideoLink detail={detail} className={page.link} />
      </li>
    </ul>
  )
}

interface ComparedProps {
  detail: VideoDetail | null
  comparison: string | undefined
}

function ProfitFigure({ detail, comparison }: ComparedProps) {
  const seesNetwork = useStore($seesNetwork)
  if (!detail) {
    return (
      <div>
        <p className="note">{t('common:profit')}</p>
        <p className={styles.amount}>
          <Skeleton width="70%" />
        </p>
        <p className={styles.change}>
          <Skeleton width="60%" />
        </p>
        <p className={styles.caption}>
          <Skeleton width="80%" />
        </p>
      </div>
    )
  }
  const { totals, previous, currency, range } = detail
  const profit = getProfit(totals)
  const before = previous ? getProfit(previous.totals) : undefined
  return (
    <div>
      <p className="note">{t('common:profit')}</p>
      <p className={styles.amount} data-figure="profit">
        {formatMoney(profit, currency, locale())}
      </p>
      <MemberProfit amount={getMemberProfit(totals)} currency={currency} />
      <p className={styles.change} data-figure="change">
        {hasFigures(previous) ? (
          <ChangeText
            change={computeChange(profit, before)}
            comparison={comparison}
            difference={formatMoneyChange(profit - (before ?? 0), currency, locale())}
          />
        ) : (
          <span>{t(previous ? 'video-page:figures.none' : 'reports:change.none')}</span>
        )}
      </p>
      <p className={styles.caption}>
        {formatDayRange(range.from, range.to, locale())}
        {!seesNetwork && ` · ${t('reports:netNotice')}`}
      </p>
    </div>
  )
}

const hasFigures = (previous: VideoDetail['previous']): boolean =>
  previous !== null && (previous.totals.views !== 0 || getProfit(previous.totals) !== 0)

/** A phone has no space for more digits. */
const maxSpelledViews = 999_999_999

function Figure({ figure, detail, comparison }: ComparedProps & { figure: FigureKey }) {
  const { getValue, format } = figures[figure]
  const value = detail && getValue(detail.totals)
  const isLong = figure === 'views' && detail !== null && detail.totals.views > maxSpelledViews
  const previous = detail && hasFigures(detail.previous) ? detail.previous : null
  const change = computeChange(value, previous ? getValue(previous.totals) : undefined)
  return (
    <div>
      <dt className="note">{t(figureTexts[figure])}</dt>
      <dd
        className={styles.figure}
        data-figure={figure}
        title={isLong && detail ? format(value, detail.currency) : undefined}
      >
        {!detail ? (
          <Skeleton width="60%" />
        ) : isLong ? (
          formatCount(detail.totals.views, locale())
        ) : (
          format(value, detail.currency)
        )}
      </dd>
      <dd className={styles.figureChange}>
        {detail ? (
          typeof change === 'number' && <ChangeText change={change} comparison={comparison} />
        ) : (
          <Skeleton width="75%" />
        )}
      </dd>
    </div>
  )
}
