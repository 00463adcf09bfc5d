import { useStore } from '@nanostores/react'
import { memo, type ReactNode } from 'react'
import type { DayRange, VideoPage, VideoRow, VideoSort } from '#contract/reports.ts'
import { SortHeader } from '#islands/tables/SortHeader.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $filter } from './scope.ts'
import { sortByColumn } from './store.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import {
  columnSorts,
  computeFullShare,
  getVideoKey,
  VideoCell,
  type VideoColumn,
  videoColumns,
} from './video-columns.tsx'

export function VideoTable({ page }: { page: VideoPage }) {
  const { range, currency, videos } = page
  const full = computeFullShare(videos)
  return (
    <VideoTableFrame range={range}>
      <tbody>
        {videos.map((video) => (
          <VideoTableRow key={getVideoKey(video)} video={video} currency={currency} full={full} />
        ))}
      </tbody>
    </VideoTableFrame>
  )
}

interface VideoTableFrameProps {
  range: DayRange | null
  /** Of a table that has only some of its rows: how many there are with the head; -1 is not known yet. */
  rowCount?: number
  children: ReactNode
}

/** The table around its rows: name, head, sorting. */
export function VideoTableFrame({ range, rowCount, children }: VideoTableFrameProps) {
  const isVirtual = rowCount !== undefined
  return (
    <div className={styles.scroller} data-long={isVirtual || undefined}>
      <table className={styles.table} aria-rowcount={rowCount}>
        <caption className="visually-hidden">
          {range && t('reports:videos.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            <SortableHeader column="date" label={t('reports:videos.video')} />
            {videoColumns.map((fact) => (
              <VideoColumnHeader key={fact} fact={fact} />
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
  full: number
  /** Its place from 0 on, in a table that has only some of its rows. */
  at?: number
}

export const VideoTableRow = memo(function VideoTableRow({ video, currency, full, at }: VideoTableRowProps) {
  return (
    <tr data-video={video.videoId} data-at={at} aria-rowindex={at === undefined ? undefined : at + 2}>
      <th scope="row">
        <VideoInfo video={video} />
      </th>
      {videoColumns.map((fact) => (
        <td key={fact} data-fact={fact}>
          <VideoCell column={fact} video={video} currency={currency} full={full} />
        </td>
      ))}
    </tr>
  )
})

function VideoColumnHeader({ fact }: { fact: VideoColumn }) {
  const label = t(`reports:videos.${fact}`)
  const column = columnSorts[fact]
  return column ? (
    <SortableHeader column={column} label={label} />
  ) : (
    <th scope="col" data-fact={fact}>
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
