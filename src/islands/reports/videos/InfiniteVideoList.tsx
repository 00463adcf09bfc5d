import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import { getMemberProfit } from '#contract/reports/reports.ts'
import table from '#islands/kit/tables/Table.module.css'
import { useRowHeight, VirtualRows } from '#islands/kit/tables/VirtualRows.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { pickTime } from '#islands/reports/state/time.ts'
import { useVideoTotals } from '#islands/reports/state/use-video-totals.ts'
import { VideoCard, VideoCardTotals } from '#islands/reports/video-list/VideoCards.tsx'
import list from '#islands/reports/video-list/VideoList.module.css'
import { VideoTable } from '#islands/reports/video-list/VideoTable.tsx'
import { useVideoTrends, VideoTrendsContext } from '#islands/reports/video-list/video-trends.ts'
import { t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { $videoRows, listTotals, loadMore, retry } from './state/infinite-list.ts'
import { useScrollRestoration } from './state/use-scroll-restoration.ts'
import styles from './state/VideoReport.module.css'

type VideoRows = NonNullable<ReturnType<typeof $videoRows.get>>

const cardHeight = 89
const netHeight = 19

/** The next page loads this many rows before the end. */
const prefetchDistance = 40

export function InfiniteVideoList({ rows }: { rows: VideoRows }) {
  const isMobile = useStore($screenClass) === 'mobile'
  useScrollRestoration(rows.listKey)
  const count = rows.videos.length
  const onLastRowChange = useCallback(
    (last: number) => {
      if (last >= count - prefetchDistance && !$videoRows.get()?.failed) void loadMore()
    },
    [count],
  )
  const trends = useVideoTrends(pickTrendQuery(rows.key), rows.listKey, rows.videos)
  const List = isMobile ? Cards : Table
  return (
    <VideoTrendsContext value={trends}>
      <List rows={rows} onLastRowChange={onLastRowChange} />
      <ListEnd rows={rows} />
    </VideoTrendsContext>
  )
}

const pickTrendQuery = ({ member, channel, ...time }: VideoRows['key']) => ({
  ...pickTime(time),
  member,
  channel,
})

interface ListProps {
  rows: VideoRows
  onLastRowChange: (last: number) => void
}

function Table({ rows, onLastRowChange }: ListProps) {
  const rowHeight = useRowHeight()
  return (
    <VideoTable
      page={rows}
      totals={useVideoTotals(listTotals)}
      renderBody={(renderRow) => (
        <VirtualRows
          as="tbody"
          count={rows.videos.length}
          rowHeight={rowHeight}
          onLastRowChange={onLastRowChange}
          renderRow={(at) => {
            const video = rows.videos[at]
            return video && renderRow(video, at)
          }}
        />
      )}
    />
  )
}

function Cards({ rows, onLastRowChange }: ListProps) {
  const { videos, currency } = rows
  const totals = useVideoTotals(listTotals)
  const hasNet = videos.some((video) => getMemberProfit(video) !== null)
  const count = totals?.total ?? -1
  return (
    <>
      <VideoCardTotals totals={totals} />
      <VirtualRows
        as="ul"
        className={`grid ${table.cards} ${list.cards}`}
        hasNet={hasNet}
        labelledBy="videos-title"
        count={videos.length}
        rowHeight={hasNet ? cardHeight + netHeight : cardHeight}
        onLastRowChange={onLastRowChange}
        renderRow={(at) => {
          const video = videos[at]
          return video && <VideoCard video={video} currency={currency} index={at} count={count} />
        }}
      />
    </>
  )
}

function ListEnd({ rows: { nextCursor, failed } }: { rows: VideoRows }) {
  if (nextCursor === null) return null
  if (!failed) return <p className={styles.end}>{t('video-report:more.loading')}</p>
  return (
    <div className={styles.end} role="alert">
      <p>{t('video-report:more.failed')}</p>
      <Button onClick={retry}>{t('common:retry')}</Button>
    </div>
  )
}
