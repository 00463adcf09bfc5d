import { useStore } from '@nanostores/react'
import type { ChannelPage, ChannelSort } from '#contract/channel-report.ts'
import { SortHeader } from '#islands/tables/SortHeader.tsx'
import table from '#islands/tables/Table.module.css'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { ChannelCell, channelColumns } from './channel-columns.tsx'
import { $channelFilter, sortByColumn } from './store.ts'

export function ChannelTable({ page: { range, currency, channels } }: { page: ChannelPage }) {
  return (
    <div className={`${table.scroller} ${styles.list}`}>
      <table className={table.table}>
        <caption className="visually-hidden">
          {range &&
            t('channel-report:list.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr>
            <ColumnHeader column="name" />
            {channelColumns.map((column) => (
              <ColumnHeader key={column} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.channelId} data-channel={channel.channelId}>
              <th scope="row">
                <ChannelInfo channel={channel} />
              </th>
              {channelColumns.map((column) => (
                <td key={column} data-column={column}>
                  <ChannelCell column={column} channel={channel} currency={currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnHeader({ column }: { column: ChannelSort }) {
  const { sort, order } = useStore($channelFilter)
  return (
    <SortHeader
      label={t(`channel-report:list.${column}`)}
      sortLabel={undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
