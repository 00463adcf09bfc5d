import type { ChannelPage } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { CardTotals } from '#islands/kit/tables/CardTotals.tsx'
import { FactList } from '#islands/kit/tables/FactList.tsx'
import table from '#islands/kit/tables/Table.module.css'
import { formatMoney } from '#lib/format/number.ts'
import { locale } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { ChannelCell, cardColumns, formatTotalLabel, getColumnLabel } from './channel-columns.tsx'

export function ChannelCards({ page }: { page: ChannelPage }) {
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
