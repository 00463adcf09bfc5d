import { useState } from 'react'
import { addChannel, type ChannelRequest, dropChannelRequest } from '#contract/channels.ts'
import { ApiError, call } from '#lib/api.ts'
import { notify } from '#lib/snackbars.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { tellAdded } from './added.ts'
import styles from './Channels.module.css'
import { dayOf } from './moment.ts'
import { reloadChannels } from './store.ts'

/** Registrations of whose channel YouTube has not told yet, or that were given up. */
export function Requests({ requests }: { requests: readonly ChannelRequest[] }) {
  if (requests.length === 0) return null
  return (
    <section className={styles.requests}>
      <h2>{t('channels:requests.title')}</h2>
      <ul>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}

/** To ask for it again would give the same answer for a link without a channel, or one that is registered. */
const worthAgain = ({ failure }: ChannelRequest) => failure === 'quota' || failure === 'no_answer'

function Request({ request }: { request: ChannelRequest }) {
  const { id, link, category, requestedAt, failure } = request
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
  return (
    <li data-request={id}>
      <div>
        <p className={styles.link}>{link}</p>
        <p>
          {t(`channels:category.${category}`)} ·{' '}
          {t('channels:requests.since', { day: dayOf(requestedAt, locale()) })}
        </p>
        <p data-failed={failure ? true : undefined}>{t(`channels:requests.${failure ?? 'waiting'}`)}</p>
      </div>
      <div className={styles.requestActions}>
        {worthAgain(request) && (
          <Button
            pending={pending === 'again'}
            disabled={pending !== null}
            onClick={() => run('again', again)}
          >
            {t('channels:requests.again')} <span className="visually-hidden">{link}</span>
          </Button>
        )}
        <Button
          pending={pending === 'remove'}
          disabled={pending !== null}
          onClick={() => run('remove', remove)}
        >
          {t('channels:requests.remove')} <span className="visually-hidden">{link}</span>
        </Button>
      </div>
    </li>
  )
}

type Work = 'again' | 'remove'

/** One work at a time; what the API refuses is said, and the list is asked again. */
function usePending() {
  const [pending, setPending] = useState<Work | null>(null)
  async function run(work: Work, act: () => Promise<void>) {
    setPending(work)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify('error', error.fields.link?.message ?? error.message)
    } finally {
      setPending(null)
      reloadChannels()
    }
  }
  return { pending, run }
}
