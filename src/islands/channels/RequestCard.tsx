import { useState } from 'react'
import { addChannel, type ChannelRequest, dropChannelRequest } from '#contract/channels.ts'
import { ApiError, call } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { ChannelPicture } from '#shared/ChannelPicture.tsx'
import { tellAdded } from './added.ts'
import styles from './Card.module.css'
import { Fact } from './ChannelCard.tsx'
import { RequestChip } from './chips.tsx'
import { dayOf } from './moment.ts'
import { reloadChannels } from './store.ts'

/** A registration of whose channel YouTube has not told yet, or that was given up. */
export function RequestCard({ request }: { request: ChannelRequest }) {
  const { id, link, category, requestedAt, failure } = request
  return (
    <li className={styles.card} data-request={id}>
      <div className={styles.head}>
        <ChannelPicture channelId={link} address={null} />
        <div>
          <h3>
            <span title={link}>{link}</span>
          </h3>
          <p>{t(`channels:category.${category}`)}</p>
        </div>
      </div>
      <p className={styles.chips}>
        <RequestChip failed={failure !== null} />
      </p>
      <p className={styles.note} data-tone={failure ? 'bad' : undefined}>
        {t(`channels:requests.${failure ?? 'waiting'}`)}
      </p>
      <dl className={styles.facts}>
        <Fact name="requested">{dayOf(requestedAt, locale())}</Fact>
      </dl>
      <Actions request={request} />
    </li>
  )
}

/** To ask for it again would give the same answer for a link without a channel, or one that is registered. */
const worthAgain = ({ failure }: ChannelRequest) => failure === 'quota' || failure === 'no_answer'

function Actions({ request }: { request: ChannelRequest }) {
  const { id, link, category } = request
  const { pending, run } = usePending()
  const drop = () => call(dropChannelRequest, { body: { id } })
  const remove = async () => {
    await drop()
    notify('success', t('channels:requests.removed'))
  }
  const again = async () => {
    const added = await call(addChannel, { body: { link, category } })
    if (added.request?.id !== id) await drop()
    tellAdded(added)
  }
  const ofLink = <span className="visually-hidden">{link}</span>
  return (
    <div className={styles.actions}>
      {worthAgain(request) && (
        <Button kind="primary" pending={pending} onClick={() => run(again)}>
          {t('channels:requests.again')} {ofLink}
        </Button>
      )}
      <p className={styles.others}>
        <button type="button" disabled={pending} onClick={() => run(remove)}>
          {t('channels:requests.remove')} {ofLink}
        </button>
      </p>
    </div>
  )
}

/** One work at a time; what the API refuses is said, and the list is asked again. */
function usePending() {
  const [pending, setPending] = useState(false)
  async function run(act: () => Promise<void>) {
    setPending(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify('error', error.fields.link?.message ?? error.message)
    } finally {
      setPending(false)
      reloadChannels()
    }
  }
  return { pending, run }
}
