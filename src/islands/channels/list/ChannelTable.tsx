import { useStore } from '@nanostores/react'
import { useCallback, useMemo } from 'react'
import { getChannelState } from '#contract/channels/channel-states.ts'
import type { Channel, ChannelListSort, ListedChannel } from '#contract/channels/channels.ts'
import type { Currency } from '#contract/platform/params.ts'
import { StateChip } from '#islands/channels/stages/StatusChips.tsx'
import { getNextSorting } from '#islands/channels/state/filter.ts'
import { getActions } from '#islands/channels/state/next-step.ts'
import { channelSelection } from '#islands/channels/state/selection.ts'
import { $filter, $panelId, openPanel, sortChannels } from '#islands/channels/state/store.ts'
import { getChannelPageUrl, getReportUrl } from '#islands/channels/state/urls.ts'
import type { Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ActionMenu, type MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import { Day } from '#islands/kit/ui/Day.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { TagChips } from '#islands/reports/frame/tags/TagChips.tsx'
import { may } from '#lib/api/session.ts'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Channels.module.css'
import { NextStep } from './NextStep.tsx'
import { PanelLink } from './PanelLink.tsx'

const selectable: Selectable<ListedChannel> = {
  selection: channelSelection,
  label: ({ name }) => t('lists:selectOne', { name }),
  allLabel: () => t('channels:select.all'),
}

const columnTexts = {
  channel: 'shell:views.channel',
  stage: 'common:status',
  members: 'common:members',
  registered: 'channels:card.registered',
  profit: 'channels:column.profit',
  next: 'channels:column.next',
} as const

const described = <Key extends keyof typeof columnTexts>(key: Key) => ({ key, label: t(columnTexts[key]) })

/** A phone's card shows the next step with the state, and the profit where it leads to the report. */
const getColumns = (
  currency: Currency,
  seesChannels: boolean,
): readonly ListColumn<ListedChannel, ChannelListSort>[] => [
  {
    ...described('channel'),
    sort: 'name',
    isHeading: true,
    cell: (channel) => <ChannelName channel={channel} />,
  },
  {
    ...described('stage'),
    sort: 'stage',
    isText: true,
    card: 'elsewhere',
    cell: (channel) => <StateChip channel={channel} />,
  },
  ...(seesChannels
    ? [
        {
          ...described('members'),
          isText: true,
          card: 'elsewhere' as const,
          cell: ({ members }: ListedChannel) => <MemberNames members={members} />,
        },
      ]
    : []),
  {
    ...described('registered'),
    sort: 'registered',
    isText: true,
    cell: ({ registeredAt }) => <Day moment={registeredAt} />,
  },
  {
    ...described('profit'),
    sort: 'profit',
    card: 'elsewhere',
    cell: (channel) => <ProfitCell channel={channel} currency={currency} />,
  },
  {
    ...described('next'),
    isText: true,
    card: 'side',
    cell: (channel) => <NextStep channel={channel} />,
    cardCell: (channel) => (
      <NextStep
        channel={channel}
        chip={<StateChip channel={channel} />}
        profit={channel.profit !== null && <ProfitCell channel={channel} currency={currency} />}
      />
    ),
  },
  {
    key: 'menu',
    label: <span className="visually-hidden">{t('lists:actions')}</span>,
    card: 'menu',
    cell: (channel) => <ChannelMenu channel={channel} />,
  },
]

interface ChannelTableProps {
  channels: readonly ListedChannel[]
  currency: Currency
}

export function ChannelTable({ channels, currency }: ChannelTableProps) {
  const seesChannels = useStore(may('channels.read'))
  const assigns = useStore(may('channels.assign'))
  const panelId = useStore($panelId)
  const filter = useStore($filter)
  const columns = useMemo(() => getColumns(currency, seesChannels), [currency, seesChannels])
  const getAttributes = useCallback(
    ({ id }: ListedChannel) => ({ 'data-channel': id, 'data-open': id === panelId || undefined }),
    [panelId],
  )
  return (
    <DataTable
      caption={t('channels:list.title')}
      className={styles.table}
      cardsClassName={styles.rows}
      columns={columns}
      rows={channels}
      getKey={getId}
      getAttributes={getAttributes}
      selectable={assigns ? selectable : null}
      sorting={{ ...filter, onSort: (sort) => sortChannels(getNextSorting(filter, sort)) }}
    />
  )
}

const getId = ({ id }: ListedChannel) => id

const ChannelName = ({ channel }: { channel: ListedChannel }) => (
  <span className={styles.channel}>
    <ChannelPicture channelId={channel.channelId} address={channel.thumbnail} isSmall />
    <span className="grow grid">
      <PanelLink id={channel.id} className={styles.name} title={channel.name}>
        <b className="truncate">{channel.name}</b>
        <small className="truncate">{channel.handle ?? channel.channelId}</small>
      </PanelLink>
      <TagChips tags={channel.tags} />
    </span>
  </span>
)

const ProfitCell = ({ channel, currency }: { channel: ListedChannel; currency: Currency }) =>
  channel.profit === null ? missingValue : formatMoney(channel.profit, currency, locale())

const maxNamedMembers = 2

function MemberNames({ members }: Pick<Channel, 'members'>) {
  if (members.length === 0) return <span className="muted">{t('channels:card.nobody')}</span>
  const names = members.map(({ nickname }) => nickname)
  const all = listNames(names)
  const rest = names.length - maxNamedMembers
  return (
    <span title={all}>
      {rest > 0 ? (
        <>
          <span aria-hidden="true">
            {listNames(names.slice(0, maxNamedMembers))} +{rest}
          </span>
          <span className="visually-hidden">{all}</span>
        </>
      ) : (
        all
      )}
    </span>
  )
}

function ChannelMenu({ channel }: { channel: Channel }) {
  const rights = {
    assigns: useStore(may('channels.assign')),
    changes: useStore(may('channels.change')),
    movesEarningDay: useStore(may('earning-days.change')),
  }
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
      text:
        action === 'delete'
          ? t('channels:menu.delete')
          : t(action === 'channelTags' ? 'lists:tags' : `channels:action.${action}`),
      isDangerous: action === 'delete',
      onSelect: () => openDialog(action, channel.id),
    })),
  ]
  return <ActionMenu label={t('lists:actionsOf', { name: channel.name })} actions={actions} />
}
