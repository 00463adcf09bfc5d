import { useStore } from '@nanostores/react'
import { memo, type ReactNode } from 'react'
import type { DayRange, VideoSort } from '#contract/reports.ts'
import type { VideoPage, VideoRow } from '#contract/videos.ts'
import { SortHeader } from '#islands/tables/SortHeader.tsx'
import table from '#islands/tables/Table.module.css'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $filter } from './filter.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { columnSorts, getVideoKey, VideoCell, type VideoColumn, videoColumns } from './video-columns.tsx'
import { sortByColumn } from './video-sorting.ts'

export function VideoTable({ page }: { page: VideoPage }) {
  const { range, currency, videos } = page
  return (
    <VideoTableFrame range={range}>
      <tbody>
        {videos.map((video) => (
          <VideoTableRow key={getVideoKey(video)} video={video} currency={currency} />
        ))}
      </tbody>
    </VideoTableFrame>
  )
}

interface VideoTableFrameProps {
  range: DayRange | null
  /** Rows of a virtual table with the header; -1 is unknown. */
  rowCount?: number
  children: ReactNode
}

export function VideoTableFrame({ range, rowCount, children }: VideoTableFrameProps) {
  const isVirtual = rowCount !== undefined
  return (
    <div className={`${table.scroller} ${styles.list} ${isVirtual ? styles.virtual : ''}`}>
      <table className={table.table} aria-rowcount={rowCount}>
        <caption className="visually-hidden">
          {range && t('reports:videos.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            <SortableHeader column="date" label={t('reports:videos.video')} />
            {videoColumns.map((column) => (
              <VideoColumnHeader key={column} column={column} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

interface VideoTableRowProps {
  video: VideoRow
  currency: VideoPage['currency']
  index?: number
}

export const VideoTableRow = memo(function VideoTableRow({ video, currency, index }: VideoTableRowProps) {
  return (
    <tr
      data-video={video.videoId}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
    >
      <th scope="row">
        <VideoInfo video={video} />
      </th>
      {videoColumns.map((column) => (
        <td key={column} data-column={column}>
          <VideoCell column={column} video={video} currency={currency} />
        </td>
      ))}
    </tr>
  )
})

function VideoColumnHeader({ column }: { column: VideoColumn }) {
  const label = t(`reports:videos.${column}`)
  const sort = columnSorts[column]
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
      label={label}
      sortLabel={column === 'date' ? t('reports:videos.date') : undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
