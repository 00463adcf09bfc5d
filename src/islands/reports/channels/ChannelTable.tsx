import { useStore } from '@nanostores/react'
import type { ChannelColumn, ChannelPage } from '#contract/reports/channel-report.ts'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { TableScroller } from '#islands/kit/tables/TableScroller.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import {
  ChannelCell,
  ChannelTotalCell,
  formatTotalLabel,
  getColumnLabel,
  getColumnSort,
} from './channel-columns.tsx'
import { channelColumnChoice } from './channel-table-columns.ts'
import { $channelFilter, sortByColumn } from './state/store.ts'

export function ChannelTable({ page }: { page: ChannelPage }) {
  const columns = useStore(channelColumnChoice.$shown)
  const { range, channels } = page
  return (
    <TableScroller className={styles.list}>
      <table className={table.table}>
        <caption className="visually-hidden">
          {range &&
            t('channel-report:list.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr>
            <ColumnHeader column="name" />
            {columns.map((column) => (
              <ColumnHeader key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className={table.totals}>
          <tr>
            <th scope="row">{formatTotalLabel(page)}</th>
            {columns.map((column) => (
              <td key={column} data-column={column}>
                <ChannelTotalCell column={column} page={page} />
              </td>
            ))}
          </tr>
        </tbody>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.channelId} data-channel={channel.channelId}>
              <th scope="row">
                <ChannelInfo channel={channel} />
              </th>
              {columns.map((column) => (
                <td key={column} data-column={column}>
                  <ChannelCell column={column} channel={channel} page={page} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

function ColumnHeader({ column }: { column: ChannelColumn | 'name' }) {
  const { sort, order } = useStore($channelFilter)
  const columnSort = column === 'name' ? column : getColumnSort(column)
  return (
    <SortHeader
      column={column}
      label={getColumnLabel(column)}
      sortLabel={undefined}
      order={sort === columnSort && column !== 'share' ? order : undefined}
      onSort={() => sortByColumn(columnSort)}
    />
  )
}
