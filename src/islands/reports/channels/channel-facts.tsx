import type { ReactNode } from 'react'
import type { ChannelRow, ChannelSort } from '#contract/channel-report.ts'
import { pricePerView } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { formatCount, formatMoney, formatNumber, formatPrice, noFigure } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'

export type FactKey = Exclude<ChannelSort, 'name'>

/** What is shown of every channel beside its picture and name, in this order. */
export const factKeys: readonly FactKey[] = ['views', 'profit', 'shorts', 'price']

interface FactProps {
  fact: FactKey
  channel: ChannelRow
  currency: Currency
}

export function Fact({ fact, channel, currency }: FactProps): ReactNode {
  switch (fact) {
    case 'views':
      return <Views count={channel.views} />
    case 'profit':
      return <Profit channel={channel} currency={currency} />
    case 'shorts':
      return channel.shorts === null ? noFigure : formatNumber(channel.shorts, locale())
    case 'price':
      return formatPrice(pricePerView(channel), currency, locale())
  }
}

function Views({ count }: { count: number }) {
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

function Profit({ channel: { profit, memberProfit }, currency }: Omit<FactProps, 'fact'>) {
  return (
    <>
      {formatMoney(profit, currency, locale())}
      {memberProfit !== null && (
        <small>{t('reports:videos.net', { amount: formatMoney(memberProfit, currency, locale()) })}</small>
      )}
    </>
  )
}
