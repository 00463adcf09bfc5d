import type { ChannelPage } from '#contract/channel-report.ts'
import { t } from '#lib/i18n/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { ChannelCell, channelColumns } from './channel-columns.tsx'

export function ChannelCards({ page: { channels, currency } }: { page: ChannelPage }) {
  return (
    <ul className={styles.cards} aria-labelledby="channels-title">
      {channels.map((channel) => (
        <li key={channel.channelId} data-channel={channel.channelId}>
          <ChannelInfo channel={channel} />
          <dl>
            {channelColumns.map((fact) => (
              <div key={fact}>
                <dt>{t(`channel-report:list.${fact}`)}</dt>
                <dd data-fact={fact}>
                  <ChannelCell column={fact} channel={channel} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
