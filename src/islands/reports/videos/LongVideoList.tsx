import { useStore } from '@nanostores/react'
import { useCallback, useMemo } from 'react'
import { VideoCard } from '#islands/reports/VideoCards.tsx'
import list from '#islands/reports/VideoList.module.css'
import { VideoTableFrame, VideoTableRow } from '#islands/reports/VideoTable.tsx'
import { fullShareOf } from '#islands/reports/video-facts.tsx'
import { $screen } from '#lib/screen.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { VirtualRows } from '#shared/VirtualRows.tsx'
import { $rows, loadMore, tryAgain } from './rows.ts'
import { useKeptPlace } from './use-kept-place.ts'
import styles from './VideoReport.module.css'

type Rows = NonNullable<ReturnType<typeof $rows.get>>

const rowHeight = 85
const cardHeight = 253
const netHeight = 19

/** The next page is asked for this many rows before it is needed. */
const ahead = 40

/** All rows of a list, drawn as they come into sight and loaded as the end comes near. */
export function LongVideoList({ rows }: { rows: Rows }) {
  const mobile = useStore($screen) === 'mobile'
  useKeptPlace(rows.of)
  const count = rows.videos.length
  const onDrawn = useCallback(
    (last: number) => {
      if (last >= count - ahead && !$rows.get()?.failed) void loadMore()
    },
    [count],
  )
  const List = mobile ? Cards : Table
  return (
    <>
      <List rows={rows} onDrawn={onDrawn} />
      <ListEnd rows={rows} />
    </>
  )
}

interface ListProps {
  rows: Rows
  onDrawn: (last: number) => void
}

function Table({ rows, onDrawn }: ListProps) {
  const { videos, currency, range, nextCursor } = rows
  const full = useMemo(() => fullShareOf(videos), [videos])
  return (
    <VideoTableFrame range={range} rowCount={nextCursor === null ? videos.length + 1 : -1}>
      <VirtualRows
        as="tbody"
        count={videos.length}
        rowHeight={rowHeight}
        onDrawn={onDrawn}
        row={(at) => {
          const video = videos[at]
          return video && <VideoTableRow video={video} currency={currency} full={full} at={at} />
        }}
      />
    </VideoTableFrame>
  )
}

function Cards({ rows, onDrawn }: ListProps) {
  const { videos, currency, nextCursor } = rows
  const full = useMemo(() => fullShareOf(videos), [videos])
  const withNet = videos.some(({ memberProfit }) => memberProfit !== null)
  const count = nextCursor === null ? videos.length : -1
  return (
    <VirtualRows
      as="ul"
      className={`${list.cards} ${withNet ? list.longNet : list.long}`}
      labelledBy="videos-title"
      count={videos.length}
      rowHeight={withNet ? cardHeight + netHeight : cardHeight}
      onDrawn={onDrawn}
      row={(at) => {
        const video = videos[at]
        return video && <VideoCard video={video} currency={currency} full={full} at={at} count={count} />
      }}
    />
  )
}

/** What stands after the rows that have been loaded, as long as there are more. */
function ListEnd({ rows: { nextCursor, failed } }: { rows: Rows }) {
  if (nextCursor === null) return null
  if (!failed) return <p className={styles.end}>{t('video-report:more.loading')}</p>
  return (
    <div className={styles.end} role="alert">
      <p>{t('video-report:more.failed')}</p>
      <Button onClick={tryAgain}>{t('reports:failed.retry')}</Button>
    </div>
  )
}
