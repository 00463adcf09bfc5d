import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel, ChannelListSort, ListedChannel } from '#contract/channels/channels.ts'
import type { Currency } from '#contract/platform/params.ts'
import { StateChip } from '#islands/channels/stages/StatusChips.tsx'
import { getNextSorting } from '#islands/channels/state/filter.ts'
import { getActions } from '#islands/channels/state/next-step.ts'
import { channelSelection } from '#islands/channels/state/selection.ts'
import { $filter, $panelId, openPanel, sortChannels } from '#islands/channels/state/store.ts'
import { getChannelPageUrl, getReportUrl } from '#islands/channels/state/urls.ts'
import { RowCheckbox, type Selectable, selectColumn } from '#islands/kit/tables/Checkboxes.tsx'
import { DataRows, DataTable, type TableColumn } from '#islands/kit/tables/DataTable.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { ActionMenu, type MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import { Day } from '#islands/kit/ui/Day.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { $isManager, $isOperator } from '#lib/api/session.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Channels.module.css'
import { NextStep } from './NextStep.tsx'
import { PanelLink } from './PanelLink.tsx'

interface ChannelListProps {
  channels: readonly ListedChannel[]
  currency: Currency
}

const getSelectable = (rows: readonly ListedChannel[]): Selectable<ListedChannel> => ({
  selection: channelSelection,
  rows,
  label: ({ name }) => t('channels:select.one', { name }),
  allLabel: t('channels:select.all'),
})

const sorted = (key: 'channel' | 'stage' | 'registered' | 'profit', sort: ChannelListSort) => ({
  key,
  label: t(`channels:column.${key}`),
  sort,
})

const getColumns = (
  { channels, currency }: ChannelListProps,
  isManager: boolean,
): TableColumn<ListedChannel, ChannelListSort>[] => [
  ...(isManager ? [selectColumn(getSelectable(channels))] : []),
  {
    ...sorted('channel', 'name'),
    isHeading: true,
    cell: (channel) => <ChannelName channel={channel} />,
  },
  { ...sorted('stage', 'stage'), cell: (channel) => <StateChip channel={channel} /> },
  ...(isManager
    ? [
        {
          key: 'members',
          label: t('channels:column.members'),
          cell: ({ members }: ListedChannel) => <MemberNames members={members} />,
        },
      ]
    : []),
  { ...sorted('registered', 'registered'), cell: ({ registeredAt }) => <Day moment={registeredAt} /> },
  { ...sorted('profit', 'profit'), cell: (channel) => <ProfitCell channel={channel} currency={currency} /> },
  { key: 'next', label: t('channels:column.next'), cell: (channel) => <NextStep channel={channel} /> },
  {
    key: 'menu',
    label: <span className="visually-hidden">{t('channels:column.actions')}</span>,
    cell: (channel) => <ChannelMenu channel={channel} />,
  },
]

export function ChannelTable({ channels, currency }: ChannelListProps) {
  const isManager = useStore($isManager)
  const selectedIds = useStore(channelSelection.$ids)
  const panelId = useStore($panelId)
  const filter = useStore($filter)
  const columns = useMemo(
    () => getColumns({ channels, currency }, isManager),
    [channels, currency, isManager],
  )
  return (
    <DataTable
      caption={t('channels:list.title')}
      className={`${table.table} ${styles.table}`}
      columns={columns}
      sorting={{ ...filter, onSort: (sort) => sortChannels(getNextSorting(filter, sort)) }}
    >
      <DataRows
        rows={channels}
        columns={columns}
        getKey={({ id }) => id}
        attributes={({ id }) => ({ 'data-channel': id, 'data-open': id === panelId || undefined })}
        isSelected={({ id }) => selectedIds.has(id)}
      />
    </DataTable>
  )
}

/** Replaces the table on a phone. */
export function ChannelCards({ channels, currency }: ChannelListProps) {
  const isManager = useStore($isManager)
  const selectedIds = useStore(channelSelection.$ids)
  const selectable = getSelectable(channels)
  return (
    <ul className={styles.rows}>
      {channels.map((channel) => (
        <li
          key={channel.id}
          data-channel={channel.id}
          data-selected={selectedIds.has(channel.id) || undefined}
        >
          {isManager && <RowCheckbox selectable={selectable} row={channel} />}
          <ChannelName channel={channel} />
          <NextStep
            channel={channel}
            chip={<StateChip channel={channel} />}
            profit={channel.profit !== null && <ProfitCell channel={channel} currency={currency} />}
          />
          <ChannelMenu channel={channel} />
        </li>
      ))}
    </ul>
  )
}

const ChannelName = ({ channel }: { channel: Channel }) => (
  <span className={styles.channel}>
    <ChannelPicture channelId={channel.channelId} address={channel.thumbnail} isSmall />
    <PanelLink id={channel.id} className={styles.name} title={channel.name}>
      <b className="truncate">{channel.name}</b>
      <small className="truncate">{channel.handle ?? channel.channelId}</small>
    </PanelLink>
  </span>
)

const ProfitCell = ({ channel, currency }: { channel: ListedChannel; currency: Currency }) =>
  channel.profit === null ? missingValue : formatMoney(channel.profit, currency, locale())

const maxNamedMembers = 2

function MemberNames({ members }: Pick<Channel, 'members'>) {
  if (members.length === 0) return <span className="muted">{t('channels:card.nobody')}</span>
  const named = members.slice(0, maxNamedMembers).map(({ nickname }) => nickname)
  const rest = members.slice(maxNamedMembers)
  return (
    <span title={members.map(({ nickname }) => nickname).join(', ')}>
      {named.join(', ')}
      {rest.length > 0 && (
        <>
          <span aria-hidden="true"> +{rest.length}</span>
          <span className="visually-hidden">, {rest.map(({ nickname }) => nickname).join(', ')}</span>
        </>
      )}
    </span>
  )
}

function ChannelMenu({ channel }: { channel: Channel }) {
  const rights = { isManager: useStore($isManager), isOperator: useStore($isOperator) }
  const actions: MenuAction[] = [
    { key: 'details', text: t('channels:menu.details'), onSelect: () => openPanel(channel.id) },
    {
      key: 'youtube',
      text: t('channels:menu.youtube'),
      href: getChannelPageUrl(channel.page),
      opensNewTab: true,
    },
    ...(getChannelState(channel) === 'approved'
      ? [{ key: 'report', text: t('channels:step.report'), href: getReportUrl(channel) }]
      : []),
    ...getActions(channel, rights).map((action) => ({
      key: action,
      text: action === 'delete' ? t('channels:menu.delete') : t(`channels:action.${action}`),
      isDangerous: action === 'delete',
      onSelect: () => openDialog(action, channel.id),
    })),
  ]
  return <ActionMenu label={t('channels:menu.of', { name: channel.name })} actions={actions} />
}
