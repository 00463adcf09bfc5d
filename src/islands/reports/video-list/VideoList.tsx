import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import { type DayRange, getMemberProfit } from '#contract/reports/reports.ts'
import type { VideoPage, VideoRow, VideoTotals } from '#contract/reports/videos.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import type { VirtualList } from '#islands/kit/tables/list-props.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { sortByColumn } from '#islands/reports/state/video-sorting.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './VideoList.module.css'
import { FigureCell, getVideoColumns, getVideoKey, type TableColumn } from './video-columns.tsx'
import { videoColumnChoice } from './video-table-columns.ts'

const cardHeight = 89
const netHeight = 19

interface VideoListProps {
  page: Pick<VideoPage, 'range' | 'currency' | 'videos'>
  /** null: not loaded yet. */
  totals: VideoTotals | null
  /** Absent: all rows are rendered. */
  virtual?: Pick<VirtualList, 'Rows' | 'onLastRowChange'>
}

/** The videos of a report in the order of the address. */
export function VideoList({ page, totals, virtual }: VideoListProps) {
  const filter = useStore($filter)
  const columns = useVideoColumns(page, totals)
  const hasNet = columns.some(({ key }) => key === 'net')
  return (
    <DataTable
      {...getVideoListProps(page.range)}
      cardsClassName={hasNet ? `${styles.cards} ${styles.withNet}` : styles.cards}
      columns={columns}
      rows={page.videos}
      sorting={{ ...filter, onSort: sortByColumn }}
      choice={videoColumnChoice}
      totals={[getVideoTotal(totals)]}
      virtual={
        virtual && {
          ...virtual,
          total: totals?.total ?? null,
          cardHeight: hasNet ? cardHeight + netHeight : cardHeight,
        }
      }
    />
  )
}

export const getVideoListProps = (range: DayRange | null) => ({
  caption: range && t('reports:videos.caption', { range: formatDayRange(range.from, range.to, locale()) }),
  labelledBy: 'videos-title',
  className: styles.list,
  cardsClassName: styles.cards,
  getKey: getVideoKey,
  getAttributes,
})

const getAttributes = ({ videoId }: VideoRow) => ({ 'data-video': videoId })

function useVideoColumns({ videos, currency }: VideoListProps['page'], totals: VideoTotals | null) {
  const hasNet = videos.some((video) => getMemberProfit(video) !== null)
  const figures = totals?.totals
  return useMemo(() => getVideoColumns({ currency, hasNet, figures }), [hasNet, currency, figures])
}

type TotalsProps = Pick<VideoTotals, 'total' | 'totals' | 'currency'>

/** `totals`: null while they load. */
export const getVideoTotal = (totals: TotalsProps | null) => ({
  key: 'videos',
  label: totals
    ? t('reports:videos.totalOf', { count: totals.total, number: formatNumber(totals.total, locale()) })
    : t('common:total'),
  cell: (column: string) => formatTotal(totals, column),
})

function formatTotal(totals: TotalsProps | null, column: string): ReactNode {
  if (column === 'trend' || column === 'note') return null
  if (!totals) return missingValue
  return <FigureCell column={column as TableColumn} figures={totals.totals} currency={totals.currency} />
}
