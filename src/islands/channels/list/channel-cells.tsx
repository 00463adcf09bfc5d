import type { Channel, ListedChannel } from '#contract/channels/channels.ts'
import type { Currency } from '#contract/platform/params.ts'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatMoney, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Channels.module.css'
import { PanelLink } from './PanelLink.tsx'

export const ChannelName = ({ channel }: { channel: Channel }) => (
  <span className={styles.channel}>
    <ChannelPicture channelId={channel.channelId} address={channel.thumbnail} isSmall />
    <PanelLink id={channel.id} className={styles.name} title={channel.name}>
      <b className="truncate">{channel.name}</b>
      <small className="truncate">{channel.handle ?? channel.channelId}</small>
    </PanelLink>
  </span>
)

export const ProfitCell = ({ channel, currency }: { channel: ListedChannel; currency: Currency }) =>
  channel.profit === null ? missingValue : formatMoney(channel.profit, currency, locale())

const maxNamedMembers = 2

export function MemberNames({ members }: Pick<Channel, 'members'>) {
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
