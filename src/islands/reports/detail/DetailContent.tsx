import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getMemberProfit, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import { exportCountries, type VideoDetail } from '#contract/reports/video-detail.ts'
import { TrendChart } from '#islands/kit/charts/TrendChart.tsx'
import { ChartStateContext, createChartState } from '#islands/kit/charts/viewport.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import {
  computeDailyPrices,
  createMoneyFormat,
  createPriceFormat,
} from '#islands/reports/metrics/chart-format.ts'
import { IncompleteDaysNote } from '#islands/reports/metrics/IncompleteDaysNote.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { computeChange } from '#islands/reports/state/totals.ts'
import { $linkQuery, buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatDayRange } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { getComparison } from '#lib/format/period.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { AskVideoLink } from './AskLink.tsx'
import { CopyVideoLink } from './CopyLink.tsx'
import { CountriesSection } from './countries/CountriesSection.tsx'
import { formatLength } from './duration.ts'
import { type FigureKey, figures, figureTexts } from './figures.ts'
import styles from './section/Detail.module.css'
import { DetailSection } from './section/DetailSection.tsx'
import { UsedTracks } from './UsedTracks.tsx'
import { WatchLink } from './WatchLink.tsx'

export function DetailContent({ detail, time }: { detail: VideoDetail; time: RequestedTime }) {
  return (
    <>
      <VideoHeader detail={detail} />
      <PeriodSummary detail={detail} time={time} />
      <DetailSection title={t('video-detail:sections.profit')}>
        <FigureList detail={detail} keys={['profit', 'thousandPrice', 'price']} />
        <VideoTrends detail={detail} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.video')}>
        <FigureList detail={detail} keys={['views', 'averageRate', 'averageTime', 'watchTime']} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.premium')}>
        <FigureList detail={detail} keys={['premiumViews', 'premiumRate', 'premiumPrice']} />
      </DetailSection>
      <DetailSection title={t('video-detail:music.title')}>
        <UsedTracks musics={detail.musics} />
      </DetailSection>
      <CountriesSection detail={detail} actions={<ExportCountries detail={detail} time={time} />} />
    </>
  )
}

export function ExportCountries({ detail: { video }, time }: { detail: VideoDetail; time: RequestedTime }) {
  const { member } = useStore($filter)
  const { videoId, channelId } = video
  return (
    <ExportButton
      endpoint={exportCountries}
      query={{ ...time, member, video: videoId, channel: channelId }}
      table={t('video-detail:countries.title')}
    />
  )
}

interface FigureListProps {
  detail: VideoDetail
  keys: readonly FigureKey[]
}

function FigureList({ detail, keys }: FigureListProps) {
  return (
    <dl className={styles.figures}>
      {keys.map((key) => (
        <FigureItem key={key} figure={key} detail={detail} />
      ))}
    </dl>
  )
}

function FigureItem({ figure, detail }: { figure: FigureKey; detail: VideoDetail }) {
  const { totals, previous, currency } = detail
  const { getValue, format } = figures[figure]
  const value = getValue(totals)
  const change = computeChange(value, previous ? getValue(previous.totals) : undefined)
  const net = figure === 'profit' ? getMemberProfit(totals) : null
  return (
    <div>
      <dt className="note">{t(figureTexts[figure])}</dt>
      <dd className={styles.figure} data-detail={figure}>
        {format(value, currency)}
      </dd>
      {net !== null && (
        <dd className="caption" data-detail="memberProfit">
          {t('reports:figures.memberProfit')} <b className="ink">{formatMoney(net, currency, locale())}</b>
        </dd>
      )}
      {typeof change === 'number' && (
        <dd className="caption">
          <ChangeText change={change} comparison={undefined} />
        </dd>
      )}
    </div>
  )
}

type Trend = 'profit' | 'price'

function VideoTrends({ detail }: { detail: VideoDetail }) {
  const { profit, price } = useMemo(
    () => ({ profit: getChartProps('profit', detail), price: getChartProps('price', detail) }),
    [detail],
  )
  const [chartState] = useState(createChartState)
  return (
    <ChartStateContext value={chartState}>
      <div className={styles.trends}>
        <TrendChart {...profit} incompleteDays={detail.incompleteDays} />
        <TrendChart {...price} incompleteDays={detail.incompleteDays} />
      </div>
      <IncompleteDaysNote days={detail.incompleteDays} />
    </ChartStateContext>
  )
}

function getChartProps(trend: Trend, { series, range, currency }: VideoDetail) {
  const title = t(trend === 'profit' ? 'reports:chart.profit' : 'video-detail:trends.price')
  const days = formatDayRange(range.from, range.to, locale())
  return {
    title,
    label: t('reports:chart.keys', { title }),
    caption: t('reports:chart.table', { title, range: days }),
    dayLabel: t('common:day'),
    format: trend === 'profit' ? createMoneyFormat(currency) : createPriceFormat(currency),
    series: [
      {
        key: trend,
        label: t(figureTexts[trend]),
        color: trend === 'profit' ? 'var(--primary-ink)' : 'var(--chart-beside)',
        days: series.days,
        values: trend === 'profit' ? getProfit(series) : computeDailyPrices(series),
        range: days,
        filled: trend === 'profit',
      },
    ],
  }
}

function VideoHeader({ detail }: { detail: VideoDetail }) {
  const { videoId, title, channelName, publishedAt, lengthSeconds, thumbnail } = detail.video
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
        <PageLinks detail={detail} />
      </div>
    </div>
  )
}

function PageLinks({ detail }: { detail: VideoDetail }) {
  const href = buildVideoHref(detail.video, useStore($linkQuery))
  return (
    <p className={styles.pageLinks}>
      <a className={styles.link} href={href}>
        {t('video-detail:page.open')}
      </a>
      <CopyVideoLink href={href} />
      <AskVideoLink detail={detail} className={styles.link} />
    </p>
  )
}

interface PeriodSummaryProps {
  detail: VideoDetail
  time: RequestedTime
}

function PeriodSummary({ detail: { range, previous }, time }: PeriodSummaryProps) {
  const seesNetwork = useStore($seesNetwork)
  return (
    <div className={styles.period}>
      <h3 className="text-s">{t(`reports:period.${time.period}`)}</h3>
      <p className={styles.meta}>
        <b className="ink" data-detail="range">
          {formatDayRange(range.from, range.to, locale())}
        </b>
        <span>{t('reports:countedTo', { day: formatDay(range.to, locale()) })}</span>
        <span data-detail="compared">{formatComparison(time, previous)}</span>
        {!seesNetwork && <span>{t('reports:netNotice')}</span>}
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
