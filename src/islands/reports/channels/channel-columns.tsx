import type { ReactNode } from 'react'
import type { ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import { getMemberProfit, getProfit } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { PriceCell } from '#islands/reports/PriceCell.tsx'
import { formatCount, formatMoney, formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export type ChannelColumn = Exclude<ChannelSort, 'name'>

export const channelColumns: readonly ChannelColumn[] = ['views', 'profit', 'shorts', 'price']

interface ChannelCellProps {
  column: ChannelColumn
  channel: ChannelRow
  currency: Currency
}

export function ChannelCell({ column, channel, currency }: ChannelCellProps): ReactNode {
  switch (column) {
    case 'views':
      return <ViewsCell count={channel.views} />
    case 'profit':
      return <ProfitCell channel={channel} currency={currency} />
    case 'shorts':
      return channel.shorts === null ? missingValue : formatNumber(channel.shorts, locale())
    case 'price':
      return <PriceCell figures={channel} currency={currency} />
  }
}

function ViewsCell({ count }: { count: number }) {
  const exact = formatNumber(count, locale())
  return (
    <>
      <span title={exact} aria-hidden="true">
        {formatCount(count, locale())}
      </span>
      <span className="visually-hidden">{exact}</span>
    </>
  )
}

function ProfitCell({ channel, currency }: Omit<ChannelCellProps, 'column'>) {
  const memberProfit = getMemberProfit(channel)
  return (
    <>
      {formatMoney(getProfit(channel), currency, locale())}
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}
