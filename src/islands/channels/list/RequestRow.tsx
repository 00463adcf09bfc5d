import { addChannel, cancelChannelRequest } from '#contract/channels/channel-changes.ts'
import type { ChannelRequest } from '#contract/channels/channels.ts'
import { showRegistrationResult } from '#islands/channels/adding/registration-result.ts'
import { RequestChip } from '#islands/channels/stages/StatusChips.tsx'
import { usePendingAction } from '#islands/channels/state/use-pending-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { call } from '#lib/api/call.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Channels.module.css'

export function RequestRow({ request }: { request: ChannelRequest }) {
  const { id, link, category, requestedAt, failure } = request
  return (
    <li className={styles.extra} data-request={id}>
      <div>
        <h3 title={link}>
          {link} <RequestChip failed={failure !== null} />
        </h3>
        <p className={failure ? 'bad' : undefined}>
          {t(failure ? `channels:requests.${failure}` : 'channel-states:waitsForYouTube')}
        </p>
        <p className="caption">
          {t(`channels:category.${category}`)} · {t('channels:card.requested')}{' '}
          {formatLocalDay(requestedAt, locale())}
        </p>
      </div>
      <RequestActions request={request} />
    </li>
  )
}

const retryableFailures: readonly ChannelRequest['failure'][] = ['quota', 'network_quota', 'no_answer']
const canRetry = ({ failure }: ChannelRequest) => retryableFailures.includes(failure)

function RequestActions({ request }: { request: ChannelRequest }) {
  const { id, link, category } = request
  const { pending, run } = usePendingAction()
  const dropRequest = () => call(cancelChannelRequest, { body: { id } })
  const remove = async () => {
    await dropRequest()
    notify('success', t('channels:requests.removed'))
  }
  const retry = async () => {
    const added = await call(addChannel, { body: { link, category } })
    if (added.request?.id !== id) await dropRequest()
    showRegistrationResult(added)
  }
  const hiddenLabel = <HiddenLabel>{link}</HiddenLabel>
  return (
    <p className="wrap gap-2">
      {canRetry(request) && (
        <Button pending={pending} onClick={() => run(retry)}>
          {t('common:retry')} {hiddenLabel}
        </Button>
      )}
      <Button disabled={pending} onClick={() => run(remove)}>
        {t('channels:requests.remove')} {hiddenLabel}
      </Button>
    </p>
  )
}
