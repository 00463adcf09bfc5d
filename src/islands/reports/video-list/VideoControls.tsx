import { useStore } from '@nanostores/react'
import { exportVideos } from '#contract/reports/videos.ts'
import { getOrderKey } from '#islands/kit/tables/columns/sort-orders.ts'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { $filter, pickListScope } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { sortVideos, videoSortings } from '#islands/reports/state/video-sorting.ts'
import { t } from '#lib/i18n/strings.ts'
import { getColumnLabel } from './video-columns.tsx'
import { videoColumnChoice } from './video-table-columns.ts'

interface VideoControlsProps {
  /** Names the table in the file. */
  table?: string
  hasFile?: boolean
  /** Absent: videos are not searched. */
  onSearch?: (text: string) => void
}

export function VideoControls({ table = '', hasFile = false, onSearch }: VideoControlsProps) {
  const filter = useStore($filter)
  return (
    <ListControls
      {...(onSearch && {
        search: { label: t('video-report:search'), value: filter.search ?? '', onChange: onSearch },
      })}
      sort={{
        label: t('common:sort'),
        current: filter,
        sortings: videoSortings,
        text: ({ sort, order }) => t(getOrderKey('reports', `${sort}-${order}`)),
        onSort: sortVideos,
      }}
      {...(hasFile && {
        columns: { choice: videoColumnChoice, label: getColumnLabel },
        file: <ExportVideos table={table} isSearch={onSearch !== undefined} />,
      })}
    />
  )
}

/** The list of the dashboard has neither a search nor a channel. */
function ExportVideos({ table, isSearch }: { table: string; isSearch: boolean }) {
  const { channel, search, sort, order, ...filter } = useStore($filter)
  const columns = useStore(videoColumnChoice.$wanted).join()
  const found = isSearch ? { channel, search } : {}
  const query = { ...pickTime(filter), ...pickListScope(filter), ...found, sort, order, columns }
  return <ExportButton endpoint={exportVideos} query={query} table={table} />
}
