import { type ClosedChannel, dismissClosedChannel } from '#contract/channels.ts'
import { ChannelPicture } from '#islands/ui/ChannelPicture.tsx'
import { HiddenLabel } from '#islands/ui/HiddenLabel.tsx'
import { call } from '#lib/api/call.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelCard.module.css'
import { CardItem } from './ChannelCard.tsx'
import { ClosedChip } from './StatusChips.tsx'
import { usePendingAction } from './use-pending-action.ts'

export function ClosedChannelCard({ channel }: { channel: ClosedChannel }) {
  const { id, channelId, name, handle, thumbnail, reason, closedAt } = channel
  const { pending, run } = usePendingAction()
  const dismiss = () => call(dismissClosedChannel, { body: { id } })
  return (
    <li className={styles.card} data-closed={id}>
      <div className={`line gap-3 ${styles.head}`}>
        <ChannelPicture channelId={channelId} address={thumbnail} />
        <div className="grow">
          <h3>
            <span className="clamp">{name}</span>
          </h3>
          {handle && <p className="caption">{handle}</p>}
        </div>
      </div>
      <p className={`wrap gap-tight ${styles.chips}`}>
        <ClosedChip />
      </p>
      <p className={styles.note} data-tone={reason === 'claimed' ? 'bad' : 'warn'}>
        {t(`channels:closed.${reason}`)}
      </p>
      <dl className={styles.facts}>
        <CardItem name="closed">{formatLocalDay(closedAt, locale())}</CardItem>
      </dl>
      <div className={styles.actions}>
        <p className={styles.others}>
          <button type="button" disabled={pending} onClick={() => run(dismiss)}>
            {t('channels:closed.dismiss')} <HiddenLabel>{name}</HiddenLabel>
          </button>
        </p>
      </div>
    </li>
  )
}
