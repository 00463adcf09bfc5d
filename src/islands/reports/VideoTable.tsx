import { useStore } from '@nanostores/react'
import { memo, type ReactNode } from 'react'
import type { DayRange, VideoPage, VideoRow, VideoSort } from '#contract/reports.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { SortHeader } from '#shared/SortHeader.tsx'
import { $filter } from './scope.ts'
import { sortByColumn } from './store.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { Fact, type FactKey, factKeys, fullShareOf, keyOf, sortOfFact } from './video-facts.tsx'

export function VideoTable({ page }: { page: VideoPage }) {
  const { range, currency, videos } = page
  const full = fullShareOf(videos)
  return (
    <VideoTableFrame range={range}>
      <tbody>
        {videos.map((video) => (
          <VideoTableRow key={keyOf(video)} video={video} currency={currency} full={full} />
        ))}
      </tbody>
    </VideoTableFrame>
  )
}

interface FrameProps {
  range: DayRange | null
  /** Of a table that has only some of its rows: how many there are with the head; -1 is not known yet. */
  rowCount?: number
  children: ReactNode
}

/** The table around its rows: name, head, sorting. */
export function VideoTableFrame({ range, rowCount, children }: FrameProps) {
  const long = rowCount !== undefined
  return (
    <div className={styles.scroller} data-long={long || undefined}>
      <table className={styles.table} aria-rowcount={rowCount}>
        <caption className="visually-hidden">
          {range && t('reports:videos.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr aria-rowindex={long ? 1 : undefined}>
            <SortableHeader column="date" label={t('reports:videos.video')} />
            {factKeys.map((fact) => (
              <FactHeader key={fact} fact={fact} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

interface RowProps {
  video: VideoRow
  currency: VideoPage['currency']
  full: number
  /** Its place from 0 on, in a table that has only some of its rows. */
  at?: number
}

export const VideoTableRow = memo(function VideoTableRow({ video, currency, full, at }: RowProps) {
  return (
    <tr data-video={video.videoId} data-at={at} aria-rowindex={at === undefined ? undefined : at + 2}>
      <th scope="row">
        <VideoInfo video={video} />
      </th>
      {factKeys.map((fact) => (
        <td key={fact} data-fact={fact}>
          <Fact fact={fact} video={video} currency={currency} full={full} />
        </td>
      ))}
    </tr>
  )
})

function FactHeader({ fact }: { fact: FactKey }) {
  const label = t(`reports:videos.${fact}`)
  const column = sortOfFact[fact]
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
      by={column === 'date' ? t('reports:videos.date') : undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
