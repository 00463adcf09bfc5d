import { useStore } from '@nanostores/react'
import type { VideoPage, VideoSort } from '#contract/reports.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { SortHeader } from '#shared/SortHeader.tsx'
import { $filter, sortByColumn } from './store.ts'
import { VideoInfo } from './VideoInfo.tsx'
import styles from './VideoList.module.css'
import { Fact, type FactKey, factKeys, fullShareOf, sortOfFact } from './video-facts.tsx'

export function VideoTable({ page }: { page: VideoPage }) {
  const { range, currency, videos } = page
  const full = fullShareOf(page)
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {range && t('dashboard:videos.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr>
            <SortableHeader column="date" label={t('dashboard:videos.video')} />
            {factKeys.map((fact) => (
              <FactHeader key={fact} fact={fact} />
            ))}
          </tr>
        </thead>
        <tbody>
          {videos.map((video) => (
            <tr key={`${video.channelId}/${video.videoId}`} data-video={video.videoId}>
              <th scope="row">
                <VideoInfo video={video} />
              </th>
              {factKeys.map((fact) => (
                <td key={fact} data-fact={fact}>
                  <Fact fact={fact} video={video} currency={currency} full={full} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FactHeader({ fact }: { fact: FactKey }) {
  const label = t(`dashboard:videos.${fact}`)
  const column = sortOfFact[fact]
  return column ? <SortableHeader column={column} label={label} /> : <th scope="col">{label}</th>
}

function SortableHeader({ column, label }: { column: VideoSort; label: string }) {
  const { sort, order } = useStore($filter)
  return (
    <SortHeader
      label={label}
      by={column === 'date' ? t('dashboard:videos.date') : undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
