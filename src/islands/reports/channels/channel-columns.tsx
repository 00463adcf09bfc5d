import type { ComponentProps, ReactNode } from 'react'
import {
  type ChannelColumn,
  type ChannelPage,
  type ChannelRow,
  type ChannelSort,
  channelColumns,
} from '#contract/reports/channel-report.ts'
import { getProfit, getShare } from '#contract/reports/reports.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import { FigureCell, NetNote, RateCell } from '#islands/reports/video-list/video-columns.tsx'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'

/** Shares of the profit sort in the order of the profit. */
export const getColumnSort = (column: ChannelColumn | 'name'): ChannelSort =>
  column === 'share' ? 'profit' : column

const isPremium = (column: string): column is Extract<ChannelColumn, `premium${string}`> =>
  column.startsWith('premium')

/** The texts of other screens, too. */
const sharedTexts = {
  name: 'shell:views.channel',
  views: 'reports:figures.views',
  profit: 'reports:videos.profit',
  price: 'reports:videos.price',
  members: 'common:members',
  premiumViews: 'reports:figures.premiumViews',
} as const

const isShared = (column: string): column is keyof typeof sharedTexts => column in sharedTexts

export const getColumnLabel = (column: ChannelColumn | 'name') =>
  t(
    isShared(column)
      ? sharedTexts[column]
      : isPremium(column)
        ? `reports:videos.${column}`
        : `channel-report:list.${column}`,
  )

export const formatTotalLabel = ({ total }: Pick<ChannelPage, 'total'>) =>
  t('channel-report:list.totalOf', { count: total, number: formatNumber(total, locale()) })

type Page = Pick<ChannelPage, 'currency' | 'totals'>

interface ChannelCellProps {
  column: ChannelColumn
  channel: ChannelRow
  page: Page
}

export function ChannelCell({ column, channel, page: { currency, totals } }: ChannelCellProps): ReactNode {
  switch (column) {
    case 'share':
      return <RateCell rate={getShare(getProfit(channel), getProfit(totals))} />
    case 'change':
      return <ChangeCell channel={channel} />
    case 'shorts':
      return channel.shorts === null ? missingValue : formatNumber(channel.shorts, locale())
    case 'members':
      return <MembersCell members={channel.members ?? []} />
    default:
      return <ChannelFigure column={column} figures={channel} currency={currency} />
  }
}

/** A phone's card shows fewer columns than the table, in another order. */
const factsOfCards: readonly ChannelColumn[] = ['views', 'profit', 'shorts', 'price']

export const getChannelColumns = (page: ChannelPage): ListColumn<ChannelRow, ChannelColumn | 'name'>[] => [
  {
    key: 'name',
    label: getColumnLabel('name'),
    isHeading: true,
    sort: 'name',
    cell: (channel) => <ChannelInfo channel={channel} />,
  },
  ...channelColumns.map((column) => ({
    key: column,
    label: getColumnLabel(column),
    isText: column === 'members',
    isEmpty: isEmptyColumn(column, page),
    sort: column,
    card: factsOfCards.includes(column) ? ('fact' as const) : undefined,
    cardOrder: factsOfCards.indexOf(column),
    cell: (channel: ChannelRow) => <ChannelCell column={column} channel={channel} page={page} />,
  })),
]

function isEmptyColumn(column: ChannelColumn, { totals, channels }: ChannelPage): boolean {
  if (column.startsWith('premium')) return totals.premiumViews === 0
  return column === 'members' && channels.every(({ members = [] }) => members?.length === 0)
}

/** Prices and rates in totals are those of the sums. */
export function ChannelTotalCell({ column, page }: { column: string; page: Page }): ReactNode {
  const { currency, totals } = page
  switch (column as ChannelColumn) {
    case 'share':
      return <RateCell rate={getShare(getProfit(totals), getProfit(totals))} />
    case 'change':
    case 'shorts':
    case 'members':
      return null
    default:
      return (
        <ChannelFigure
          column={column as ComponentProps<typeof FigureCell>['column']}
          figures={totals}
          currency={currency}
        />
      )
  }
}

/** A selected member's net is below the profit. */
const ChannelFigure = (props: ComponentProps<typeof FigureCell>) => (
  <>
    <FigureCell {...props} />
    {props.column === 'profit' && <NetNote figures={props.figures} currency={props.currency} />}
  </>
)

function ChangeCell({ channel }: { channel: ChannelRow }) {
  if (!channel.previous) return missingValue
  const change = computeChange(getProfit(channel), getProfit(channel.previous))
  if (typeof change === 'number') return <ChangeText change={change} comparison={undefined} />
  return getProfit(channel) > 0 ? t('channel-report:list.new') : missingValue
}

function MembersCell({ members }: { members: readonly string[] }) {
  const [first, ...others] = members
  if (first === undefined) return missingValue
  const names = listNames(members)
  return (
    <span title={names}>
      <span aria-hidden={others.length > 0 || undefined}>
        {first}
        {others.length > 0 && ` +${others.length}`}
      </span>
      {others.length > 0 && <span className="visually-hidden">{names}</span>}
    </span>
  )
}
