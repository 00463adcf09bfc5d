import type { ChannelPage } from '#contract/channel-report.ts'
import { t } from '#lib/strings.ts'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { Fact, factKeys } from './channel-facts.tsx'

export function ChannelCards({ page: { channels, currency } }: { page: ChannelPage }) {
  return (
    <ul className={styles.cards} aria-labelledby="channels-title">
      {channels.map((channel) => (
        <li key={channel.channelId} data-channel={channel.channelId}>
          <ChannelInfo channel={channel} />
          <dl>
            {factKeys.map((fact) => (
              <div key={fact}>
                <dt>{t(`channel-report:list.${fact}`)}</dt>
                <dd data-fact={fact}>
                  <Fact fact={fact} channel={channel} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
