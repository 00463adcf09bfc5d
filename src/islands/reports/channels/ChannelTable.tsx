import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { ChannelColumn, ChannelPage, ChannelRow } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import { DataRows, DataTable } from '#islands/kit/tables/DataTable.tsx'
import { FactList } from '#islands/kit/tables/FactList.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { TableScroller } from '#islands/kit/tables/TableScroller.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import {
  ChannelCell,
  ChannelTotalCell,
  cardColumns,
  formatTotalLabel,
  getColumnLabel,
  getColumnSort,
} from './channel-columns.tsx'
import { channelColumnChoice } from './channel-table-columns.ts'
import { $channelFilter, sortByColumn } from './state/store.ts'

interface ChannelListProps {
  page: ChannelPage
}

const getColumns = (shown: readonly ChannelColumn[], page: ChannelPage) => [
  {
    key: 'name',
    label: getColumnLabel('name'),
    isHeading: true,
    sort: 'name' as const,
    cell: (channel: ChannelRow) => <ChannelInfo channel={channel} />,
  },
  ...shown.map((column) => ({
    key: column,
    label: getColumnLabel(column),
    sort: column,
    cell: (channel: ChannelRow) => <ChannelCell column={column} channel={channel} page={page} />,
  })),
]

export function ChannelTable({ page }: ChannelListProps) {
  const shown = useStore(channelColumnChoice.$shown)
  const filter = useStore($channelFilter)
  const columns = useMemo(() => getColumns(shown, page), [shown, page])
  const { range, channels } = page
  return (
    <TableScroller className={styles.list}>
      <DataTable
        caption={
          range && t('channel-report:list.caption', { range: formatDayRange(range.from, range.to, locale()) })
        }
        columns={columns}
        sorting={{ ...filter, onSort: (column) => sortByColumn(getColumnSort(column)) }}
        totals={[
          {
            key: 'channels',
            label: formatTotalLabel(page),
            cell: (column) => <ChannelTotalCell column={column as ChannelColumn} page={page} />,
          },
        ]}
      >
        <DataRows rows={channels} columns={columns} getKey={getId} attributes={getAttributes} />
      </DataTable>
    </TableScroller>
  )
}

const getId = ({ channelId }: ChannelRow) => channelId
const getAttributes = ({ channelId }: ChannelRow) => ({ 'data-channel': channelId })

export function ChannelCards({ page }: ChannelListProps) {
  return (
    <>
      <CardTotals label={formatTotalLabel(page)}>
        {formatMoney(getProfit(page.totals), page.currency, locale())}
      </CardTotals>
      <ul className={`grid ${table.cards} ${styles.cards}`} aria-labelledby="channels-title">
        {page.channels.map((channel) => (
          <li key={channel.channelId} data-channel={channel.channelId}>
            <ChannelInfo channel={channel} />
            <FactList columns={cardColumns} label={getColumnLabel}>
              {(column) => <ChannelCell column={column} channel={channel} page={page} />}
            </FactList>
          </li>
        ))}
      </ul>
    </>
  )
}
