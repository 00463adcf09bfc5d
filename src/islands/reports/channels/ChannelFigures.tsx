import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { ChannelPage, ChannelRow } from '#contract/reports/channel-report.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelReport.module.css'
import { ChannelTotalCell, formatTotalLabel, getChannelColumns, getColumnSort } from './channel-columns.tsx'
import { channelColumnChoice } from './channel-table-columns.ts'
import { $channelFilter, sortByColumn } from './state/store.ts'

export function ChannelFigures({ page }: { page: ChannelPage }) {
  const filter = useStore($channelFilter)
  const columns = useMemo(() => getChannelColumns(page), [page])
  const { range, channels } = page
  return (
    <DataTable
      caption={
        range && t('channel-report:list.caption', { range: formatDayRange(range.from, range.to, locale()) })
      }
      labelledBy="channels-title"
      className={styles.list}
      cardsClassName={styles.cards}
      columns={columns}
      rows={channels}
      getKey={getId}
      getAttributes={getAttributes}
      choice={channelColumnChoice}
      sorting={{ ...filter, onSort: (column) => sortByColumn(getColumnSort(column)) }}
      totals={[
        {
          key: 'channels',
          label: formatTotalLabel(page),
          cell: (column) => <ChannelTotalCell column={column} page={page} />,
        },
      ]}
    />
  )
}

const getId = ({ channelId }: ChannelRow) => channelId
const getAttributes = ({ channelId }: ChannelRow) => ({ 'data-channel': channelId })
