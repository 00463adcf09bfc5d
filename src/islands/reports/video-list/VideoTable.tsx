import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import { type DayRange, getMemberProfit } from '#contract/reports/reports.ts'
import type { VideoPage, VideoRow, VideoTotals } from '#contract/reports/videos.ts'
import { DataRow, DataRows, DataTable } from '#islands/kit/tables/DataTable.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { $filter } from '#islands/reports/state/filter.ts'
import { sortByColumn } from '#islands/reports/state/video-sorting.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import {
  columnSorts,
  FigureCell,
  getColumnLabel,
  getVideoKey,
  type TableColumn,
  VideoCell,
} from './video-columns.tsx'
import { videoColumnChoice } from './video-table-columns.ts'

interface VideoTableProps {
  page: Pick<VideoPage, 'range' | 'currency' | 'videos'>
  /** null: not loaded yet. */
  totals: VideoTotals | null
  /** Positions rows in a virtual list. */
  renderBody?: (renderRow: (video: VideoRow, index: number) => ReactNode) => ReactNode
}

/** The document does not contain all rows of the table yet, so their number is unknown. */
const unknownRowCount = -1
const rowsBeforeVideos = 2

export function VideoTable({ page, totals, renderBody }: VideoTableProps) {
  const { range, currency, videos } = page
  const filter = useStore($filter)
  const columns = useColumns(videos, currency)
  const rowCount = totals ? totals.total + rowsBeforeVideos : unknownRowCount
  const shared = { columns, attributes: getAttributes }
  return (
    <div
      className={`${table.scroller} ${styles.list} ${renderBody ? styles.virtual : ''}`}
      data-many={columns.length > 8 || undefined}
    >
      <DataTable
        caption={range && t('reports:videos.caption', { range: formatRange(range) })}
        columns={columns}
        sorting={{ ...filter, onSort: sortByColumn }}
        totals={[
          { key: 'videos', label: formatTotalLabel(totals), cell: (column) => formatTotal(totals, column) },
        ]}
        rowCount={renderBody && rowCount}
      >
        {renderBody ? (
          renderBody((video, index) => (
            <DataRow row={video} index={index} rowsBefore={rowsBeforeVideos} {...shared} />
          ))
        ) : (
          <DataRows rows={videos} getKey={getVideoKey} {...shared} />
        )}
      </DataTable>
    </div>
  )
}

const getAttributes = ({ videoId }: VideoRow) => ({ 'data-video': videoId })
const formatRange = ({ from, to }: DayRange) => formatDayRange(from, to, locale())

function useColumns(videos: readonly VideoRow[], currency: VideoPage['currency']) {
  const shown = useStore(videoColumnChoice.$shown)
  const hasNet = videos.some((video) => getMemberProfit(video) !== null)
  return useMemo(() => {
    const columns: TableColumn[] = shown.flatMap((column) =>
      column === 'profit' && hasNet ? [column, 'net'] : column,
    )
    const title = {
      key: 'date',
      label: t('reports:videos.video'),
      isHeading: true,
      sort: 'date' as const,
      sortLabel: t('reports:videos.date'),
      cell: (video: VideoRow) => <VideoInfo video={video} />,
    }
    const figures = columns.map((column) => ({
      key: column,
      label: getColumnLabel(column),
      sort: column === 'net' ? undefined : columnSorts[column],
      cell: (video: VideoRow) => <VideoCell column={column} video={video} currency={currency} />,
    }))
    return [title, ...figures]
  }, [shown, hasNet, currency])
}

export const formatTotalLabel = (totals: VideoTotals | null) =>
  totals
    ? t('reports:videos.totalOf', { count: totals.total, number: formatNumber(totals.total, locale()) })
    : t('reports:videos.total')

function formatTotal(totals: VideoTotals | null, column: string): ReactNode {
  if (column === 'trend') return null
  if (!totals) return missingValue
  return <FigureCell column={column as TableColumn} figures={totals.totals} currency={totals.currency} />
}
