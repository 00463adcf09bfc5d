import { useStore } from '@nanostores/react'
import type { ChannelListSort, ListedChannel } from '#contract/channels/channels.ts'
import type { Currency } from '#contract/platform/params.ts'
import { StateChip } from '#islands/channels/stages/StatusChips.tsx'
import { getNextSorting } from '#islands/channels/state/filter.ts'
import { $selectedIds } from '#islands/channels/state/selection.ts'
import { $filter, $panelId, sortChannels } from '#islands/channels/state/store.ts'
import { SortHeader } from '#islands/kit/tables/SortHeader.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { Day } from '#islands/kit/ui/Day.tsx'
import { $isManager } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelMenu } from './ChannelMenu.tsx'
import styles from './Channels.module.css'
import { ChannelCheckbox, PageCheckbox } from './Checkboxes.tsx'
import { ChannelName, MemberNames, ProfitCell } from './channel-cells.tsx'
import { NextStep } from './NextStep.tsx'

export interface ChannelRowsProps {
  channels: readonly ListedChannel[]
  currency: Currency
}

export function ChannelTable({ channels, currency }: ChannelRowsProps) {
  const isManager = useStore($isManager)
  const selectedIds = useStore($selectedIds)
  const panelId = useStore($panelId)
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">{t('channels:list.title')}</caption>
      <thead>
        <tr>
          {isManager && (
            <th scope="col" data-column="select">
              <PageCheckbox channels={channels} />
            </th>
          )}
          <ColumnHeader column="channel" sort="name" />
          <ColumnHeader column="stage" sort="stage" />
          {isManager && (
            <th scope="col" data-column="members">
              {t('channels:column.members')}
            </th>
          )}
          <ColumnHeader column="registered" sort="registered" />
          <ColumnHeader column="profit" sort="profit" />
          <th scope="col" data-column="next">
            {t('channels:column.next')}
          </th>
          <th scope="col" data-column="menu">
            <span className="visually-hidden">{t('channels:column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr
            key={channel.id}
            data-channel={channel.id}
            data-selected={selectedIds.has(channel.id) || undefined}
            data-open={channel.id === panelId || undefined}
          >
            {isManager && (
              <td data-column="select">
                <ChannelCheckbox channels={channels} channel={channel} />
              </td>
            )}
            <th scope="row">
              <ChannelName channel={channel} />
            </th>
            <td data-column="stage">
              <StateChip channel={channel} />
            </td>
            {isManager && (
              <td data-column="members" className="truncate">
                <MemberNames members={channel.members} />
              </td>
            )}
            <td data-column="registered">
              <Day moment={channel.registeredAt} />
            </td>
            <td data-column="profit">
              <ProfitCell channel={channel} currency={currency} />
            </td>
            <td data-column="next">
              <NextStep channel={channel} />
            </td>
            <td data-column="menu">
              <ChannelMenu channel={channel} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ColumnHeaderProps {
  column: 'channel' | 'stage' | 'registered' | 'profit'
  sort: ChannelListSort
}

function ColumnHeader({ column, sort }: ColumnHeaderProps) {
  const filter = useStore($filter)
  return (
    <SortHeader
      column={column}
      label={t(`channels:column.${column}`)}
      sortLabel={undefined}
      order={filter.sort === sort ? filter.order : undefined}
      onSort={() => sortChannels(getNextSorting(filter, sort))}
    />
  )
}
