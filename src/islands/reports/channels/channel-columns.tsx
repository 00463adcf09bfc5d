import type { ReactNode } from 'react'
import type { Currency } from '#contract/platform/params.ts'
import type { ChannelColumn, ChannelPage, ChannelRow, ChannelSort } from '#contract/reports/channel-report.ts'
import {
  type Figures,
  getMemberProfit,
  getPremiumProfit,
  getProfit,
  getShare,
  premiumPrice,
  premiumRate,
} from '#contract/reports/reports.ts'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { PriceCell } from '#islands/reports/metrics/PriceCell.tsx'
import { computeChange } from '#islands/reports/state/totals.ts'
import { CountCell, RateCell } from '#islands/reports/video-list/video-columns.tsx'
import { formatMoney, formatNumber, formatPrice, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

/** A share of the profit is in the order of the profit. */
export const getColumnSort = (column: ChannelColumn): ChannelSort => (column === 'share' ? 'profit' : column)

export const getColumnLabel = (column: ChannelColumn | 'name') =>
  t(column.startsWith('premium') ? `reports:videos.${column}` : `channel-report:list.${column}`)

export const formatTotalLabel = ({ total }: Pick<ChannelPage, 'total'>) =>
  t('channel-report:list.totalOf', { count: total, number: formatNumber(total, locale()) })

/** Of a card on a phone: the table has more. */
export const cardColumns: readonly ChannelColumn[] = ['views', 'profit', 'shorts', 'price']

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
      return <FigureCell column={column} figures={channel} currency={currency} />
  }
}

/** Of the row of totals: prices and rates are those of the sums. */
export function ChannelTotalCell({ column, page }: Omit<ChannelCellProps, 'channel'>): ReactNode {
  const { currency, totals } = page
  switch (column) {
    case 'share':
      return <RateCell rate={getShare(getProfit(totals), getProfit(totals))} />
    case 'change':
    case 'shorts':
    case 'members':
      return null
    default:
      return <FigureCell column={column} figures={totals} currency={currency} />
  }
}

interface FigureCellProps {
  column: Exclude<ChannelColumn, 'share' | 'change' | 'shorts' | 'members'>
  figures: Figures
  currency: Currency
}

function FigureCell({ column, figures, currency }: FigureCellProps): ReactNode {
  switch (column) {
    case 'views':
    case 'premiumViews':
      return <CountCell value={figures[column]} />
    case 'profit':
      return <ProfitCell figures={figures} currency={currency} />
    case 'price':
      return <PriceCell figures={figures} currency={currency} />
    case 'premiumRate':
      return <RateCell rate={premiumRate(figures)} />
    case 'premiumProfit':
      return formatMoney(getPremiumProfit(figures), currency, locale())
    case 'premiumPrice':
      return formatPrice(premiumPrice(figures), currency, locale())
  }
}

function ProfitCell({ figures, currency }: Omit<FigureCellProps, 'column'>) {
  const memberProfit = getMemberProfit(figures)
  return (
    <>
      {formatMoney(getProfit(figures), currency, locale())}
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}

function ChangeCell({ channel }: { channel: ChannelRow }) {
  if (!channel.previous) return missingValue
  const change = computeChange(getProfit(channel), getProfit(channel.previous))
  if (typeof change === 'number') return <ChangeText change={change} comparison={undefined} />
  return getProfit(channel) > 0 ? t('channel-report:list.new') : missingValue
}

function MembersCell({ members }: { members: readonly string[] }) {
  const [first, ...others] = members
  if (first === undefined) return missingValue
  const names = members.join(', ')
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
