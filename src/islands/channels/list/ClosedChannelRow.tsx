import { dismissClosedChannel } from '#contract/channels/channel-changes.ts'
import type { ClosedChannel } from '#contract/channels/channels.ts'
import { ClosedChip } from '#islands/channels/stages/StatusChips.tsx'
import { usePendingAction } from '#islands/channels/state/use-pending-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { call } from '#lib/api/call.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Channels.module.css'

export function ClosedChannelRow({ channel }: { channel: ClosedChannel }) {
  const { id, name, handle, reason, closedAt } = channel
  const { pending, run } = usePendingAction()
  const dismiss = () => call(dismissClosedChannel, { body: { id } })
  return (
    <li className={styles.extra} data-closed={id}>
      <div>
        <h3>
          {name} <ClosedChip />
        </h3>
        <p className={reason === 'claimed' ? 'bad' : undefined}>{t(`channels:closed.${reason}`)}</p>
        <p className="caption">
          {handle && `${handle} · `}
          {t('channels:card.closed')} {formatLocalDay(closedAt, locale())}
        </p>
      </div>
      <Button disabled={pending} onClick={() => run(dismiss)}>
        {t('common:hide')} <HiddenLabel>{name}</HiddenLabel>
      </Button>
    </li>
  )
}
