import type { ReactNode } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import {
  type Figures,
  getMemberProfit,
  getPremiumProfit,
  getProfit,
  premiumPrice,
  premiumRate,
} from '#contract/reports/reports.ts'
import { type VideoColumn, type VideoRow, type VideoSort, videoColumns } from '#contract/reports/videos.ts'
import { ShareBar } from '#islands/kit/charts/small/ShareBar.tsx'
import { Sparkline } from '#islands/kit/charts/small/Sparkline.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { PriceCell } from '#islands/reports/metrics/PriceCell.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  missingValue,
} from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { TextKey } from '#lib/texts/catalog.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { useVideoTrend } from './video-trends.ts'

/** A video can be in two channels. */
export const getVideoKey = ({ channelId, videoId }: VideoRow) => `${channelId}/${videoId}`

/** The net of a selected member has its own column. */
export type TableColumn = VideoColumn | 'net'

const columnTexts = {
  trend: 'reports:chart.views',
  views: 'reports:figures.views',
  profit: 'reports:videos.profit',
  net: 'reports:figures.memberProfit',
  price: 'reports:videos.price',
  premiumViews: 'reports:figures.premiumViews',
  premiumRate: 'reports:videos.premiumRate',
  premiumProfit: 'reports:videos.premiumProfit',
  premiumPrice: 'reports:videos.premiumPrice',
} as const satisfies Record<TableColumn, TextKey>

export const getColumnLabel = (column: TableColumn) => t(columnTexts[column])

interface ColumnsOptions {
  currency: Currency
  /** A selected member's net has its own column. */
  hasNet: boolean
  /** Sums of all rows; undefined while they load. */
  figures: Figures | undefined
}

/** A phone's card shows the title, the figure that the list is sorted by, and the profit with its change. */
export function getVideoColumns({
  currency,
  hasNet,
  figures,
}: ColumnsOptions): ListColumn<VideoRow, VideoSort>[] {
  const columns: TableColumn[] = videoColumns.flatMap((column) =>
    column === 'profit' && hasNet ? [column, 'net'] : column,
  )
  return [
    {
      key: 'date',
      label: t('shell:views.video'),
      isHeading: true,
      sort: 'date',
      sortLabel: t('reports:videos.date'),
      cell: (video) => <VideoInfo video={video} />,
    },
    ...columns.map(
      (column): ListColumn<VideoRow, VideoSort> => ({
        key: column,
        label: getColumnLabel(column),
        // The one without an order is a picture.
        sort: column === 'net' || column === 'trend' ? undefined : column,
        isEmpty: isEmptyColumn(column, figures),
        card: column === 'profit' ? 'figure' : column === 'net' ? 'note' : undefined,
        cell: (video) => <VideoCell column={column} video={video} currency={currency} />,
      }),
    ),
  ]
}

/** Most networks have no premium views in a short period. */
const isEmptyColumn = (column: TableColumn, figures: Figures | undefined) =>
  column.startsWith('premium') && figures !== undefined && figures.premiumViews === 0

interface VideoCellProps {
  column: TableColumn
  video: VideoRow
  currency: Currency
}

function VideoCell({ column, video, currency }: VideoCellProps): ReactNode {
  if (column === 'trend') return <TrendCell video={video} />
  return (
    <>
      <FigureCell column={column} figures={video} currency={currency} />
      {column === 'profit' && <ProfitChange video={video} />}
    </>
  )
}

interface FigureCellProps {
  column: TableColumn
  figures: Figures
  currency: Currency
}

/** Shows a figure of a video or a channel, or of all: prices and rates are then those of the sums. */
export function FigureCell({ column, figures, currency }: FigureCellProps): ReactNode {
  switch (column) {
    case 'views':
    case 'premiumViews':
      return <CountCell value={figures[column]} />
    case 'trend':
      return null
    case 'profit':
      return formatMoney(getProfit(figures), currency, locale())
    case 'net':
      return <NetCell figures={figures} currency={currency} />
    case 'price':
      return <PriceCell figures={figures} currency={currency} />
    case 'premiumProfit':
      return formatMoney(getPremiumProfit(figures), currency, locale())
    case 'premiumPrice':
      return formatPrice(premiumPrice(figures), currency, locale())
    case 'premiumRate':
      return <RateCell rate={premiumRate(figures)} />
  }
}

function NetCell({ figures, currency }: { figures: Figures; currency: Currency }) {
  const amount = getMemberProfit(figures)
  return amount === null ? missingValue : formatMoney(amount, currency, locale())
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

/** Shows a selected member's net, below the amount before the fee. */
export function NetNote({ figures, currency }: Omit<FigureCellProps, 'column'>) {
  const amount = getMemberProfit(figures)
  if (amount === null) return null
  return <small>{t('reports:videos.net', { amount: formatMoney(amount, currency, locale()) })}</small>
}

function TrendCell({ video }: { video: VideoRow }) {
  const trend = useVideoTrend(video)
  return (
    <span className={styles.trend}>
      {trend ? <Sparkline values={trend.views} /> : trend === undefined && ' '}
    </span>
  )
}

/** Compares with the earlier period; a video without profit then is new. */
function ProfitChange({ video }: { video: VideoRow }) {
  const trend = useVideoTrend(video)
  const change = trend?.previous ? computeChange(getProfit(video), getProfit(trend.previous)) : undefined
  return (
    <small className={styles.change}>
      {typeof change === 'number' && <ChangeText change={change} comparison={undefined} />}
      {change === 'noBase' && getProfit(video) > 0 && t('reports:videos.new')}
    </small>
  )
}

export function RateCell({ rate }: { rate: number | null }) {
  return (
    <span className="inline-row">
      {formatPercent(rate, locale())}
      <ShareBar share={rate ?? 0} />
    </span>
  )
}
