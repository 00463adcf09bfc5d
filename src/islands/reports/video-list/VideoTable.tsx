import { useStore } from '@nanostores/react'
import { memo, type ReactNode } from 'react'
import { type DayRange, getMemberProfit, type VideoSort } from '#contract/reports/reports.ts'
import type { VideoPage, VideoRow, VideoTotals } from '#contract/reports/videos.ts'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
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
  getColumnLabel,
  getVideoKey,
  type TableColumn,
  TotalCell,
  VideoCell,
} from './video-columns.tsx'
import { videoColumnChoice } from './video-table-columns.ts'

/** null: not loaded yet. */
type Totals = VideoTotals | null

export function VideoTable({ page, totals }: { page: VideoPage; totals: Totals }) {
  const { range, currency, videos } = page
  const columns = useTableColumns(videos)
  return (
    <VideoTableFrame range={range} columns={columns} totals={totals}>
      <tbody>
        {videos.map((video) => (
          <VideoTableRow key={getVideoKey(video)} video={video} currency={currency} columns={columns} />
        ))}
      </tbody>
    </VideoTableFrame>
  )
}

export function useTableColumns(videos: readonly VideoRow[]): readonly TableColumn[] {
  const shown = useStore(videoColumnChoice.$shown)
  const hasNet = videos.some((video) => getMemberProfit(video) !== null)
  return hasNet ? shown.flatMap((column) => (column === 'profit' ? [column, 'net' as const] : column)) : shown
}

interface VideoTableFrameProps {
  range: DayRange | null
  columns: readonly TableColumn[]
  totals: Totals
  isVirtual?: boolean
  children: ReactNode
}

/** The number of rows that the table does not have in the document yet. */
const unknownRowCount = -1
const rowsBeforeVideos = 2

export function VideoTableFrame({ range, columns, totals, isVirtual, children }: VideoTableFrameProps) {
  const rowCount = totals ? totals.total + rowsBeforeVideos : unknownRowCount
  return (
    <div
      className={`${table.scroller} ${styles.list} ${isVirtual ? styles.virtual : ''}`}
      data-many={columns.length > 7 || undefined}
    >
      <table className={table.table} aria-rowcount={isVirtual ? rowCount : undefined}>
        <caption className="visually-hidden">
          {range && t('reports:videos.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            <SortableHeader column="date" label={t('reports:videos.video')} />
            {columns.map((column) => (
              <VideoColumnHeader key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className={table.totals}>
          <tr aria-rowindex={isVirtual ? 2 : undefined}>
            <th scope="row">{formatTotalLabel(totals)}</th>
            {columns.map((column) => (
              <td key={column} data-column={column}>
                {totals ? (
                  <TotalCell column={column} totals={totals.totals} currency={totals.currency} />
                ) : (
                  column !== 'trend' && missingValue
                )}
              </td>
            ))}
          </tr>
        </tbody>
        {children}
      </table>
    </div>
  )
}

export const formatTotalLabel = (totals: Totals) =>
  totals
    ? t('reports:videos.totalOf', { count: totals.total, number: formatNumber(totals.total, locale()) })
    : t('reports:videos.total')

interface VideoTableRowProps {
  video: VideoRow
  currency: VideoPage['currency']
  columns: readonly TableColumn[]
  index?: number
}

export const VideoTableRow = memo(function VideoTableRow(props: VideoTableRowProps) {
  const { video, currency, columns, index } = props
  return (
    <tr
      data-video={video.videoId}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + rowsBeforeVideos + 1}
    >
      <th scope="row">
        <VideoInfo video={video} />
      </th>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <VideoCell column={column} video={video} currency={currency} />
        </td>
      ))}
    </tr>
  )
})

function VideoColumnHeader({ column }: { column: TableColumn }) {
  const label = getColumnLabel(column)
  const sort = column === 'net' ? undefined : columnSorts[column]
  return sort ? (
    <SortableHeader column={sort} label={label} />
  ) : (
    <th scope="col" data-column={column}>
      {label}
    </th>
  )
}

function SortableHeader({ column, label }: { column: VideoSort; label: string }) {
  const { sort, order } = useStore($filter)
  return (
    <SortHeader
      column={column}
      label={label}
      sortLabel={column === 'date' ? t('reports:videos.date') : undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
