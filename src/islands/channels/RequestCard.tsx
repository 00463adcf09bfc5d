import { addChannel, type ChannelRequest, cancelChannelRequest } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ChannelPicture } from '#islands/ui/ChannelPicture.tsx'
import { HiddenLabel } from '#islands/ui/HiddenLabel.tsx'
import { call } from '#lib/api/call.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './ChannelCard.module.css'
import { CardItem } from './ChannelCard.tsx'
import { showRegistrationResult } from './registration-result.ts'
import { RequestChip } from './StatusChips.tsx'
import { usePendingAction } from './use-pending-action.ts'

export function RequestCard({ request }: { request: ChannelRequest }) {
  const { id, link, category, requestedAt, failure } = request
  return (
    <li className={styles.card} data-request={id}>
      <div className={`line gap-3 ${styles.head}`}>
        <ChannelPicture channelId={link} address={null} />
        <div className="grow">
          <h3>
            <span className="clamp" title={link}>
              {link}
            </span>
          </h3>
          <p className="caption">{t(`channels:category.${category}`)}</p>
        </div>
      </div>
      <p className={`wrap gap-tight ${styles.chips}`}>
        <RequestChip failed={failure !== null} />
      </p>
      <p className={styles.note} data-tone={failure ? 'bad' : undefined}>
        {t(`channels:requests.${failure ?? 'waiting'}`)}
      </p>
      <dl className={styles.facts}>
        <CardItem name="requested">{formatLocalDay(requestedAt, locale())}</CardItem>
      </dl>
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
    <div className={styles.actions}>
      {canRetry(request) && (
        <Button kind="primary" pending={pending} onClick={() => run(retry)}>
          {t('channels:requests.again')} {hiddenLabel}
        </Button>
      )}
      <p className={styles.others}>
        <button type="button" disabled={pending} onClick={() => run(remove)}>
          {t('channels:requests.remove')} {hiddenLabel}
        </button>
      </p>
    </div>
  )
}
