import type { ChannelPage } from '#contract/channel-report.ts'
import { FactList } from '#islands/tables/FactList.tsx'
import table from '#islands/tables/Table.module.css'
import { t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { ChannelCell, channelColumns } from './channel-columns.tsx'

export function ChannelCards({ page: { channels, currency } }: { page: ChannelPage }) {
  return (
    <ul className={`grid ${table.cards} ${styles.cards}`} aria-labelledby="channels-title">
      {channels.map((channel) => (
        <li key={channel.channelId} data-channel={channel.channelId}>
          <ChannelInfo channel={channel} />
          <FactList columns={channelColumns} label={(column) => t(`channel-report:list.${column}`)}>
            {(column) => <ChannelCell column={column} channel={channel} currency={currency} />}
          </FactList>
        </li>
      ))}
    </ul>
  )
}
