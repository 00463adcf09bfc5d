import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { listSecurityEvents, type SecurityEvent } from '#contract/people/security-events.ts'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { FactCard } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { call } from '#lib/api/call.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatLocalTime } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Account.module.css'
import { describeDevice } from './describe-device.ts'
import { securityEvents } from './state/store.ts'

export function SecurityActivity() {
  const { result, error } = useStore(securityEvents.$state)
  return (
    <FactCard
      title={t('account:security.title')}
      note={t('account:security.lead')}
      aria-busy={!result && !error}
    >
      {result && <Events first={result.data} />}
      {!result && error && (
        <LoadFailure title={t('account:security.failed')} error={error} onRetry={securityEvents.reload} />
      )}
    </FactCard>
  )
}

interface Page {
  events: readonly SecurityEvent[]
  more: boolean
}

function Events({ first }: { first: Page }) {
  const [later, setLater] = useState<Page | null>(null)
  const { pending, run } = useAction(({ message }) => notify('error', message))
  const events = [...first.events, ...(later?.events ?? [])]
  async function loadMore() {
    const before = events.at(-1)?.id
    if (before === undefined) return
    await run(async () => {
      const page = await call(listSecurityEvents, { query: { before } })
      setLater({ events: [...(later?.events ?? []), ...page.events], more: page.more })
    })
  }
  return (
    <>
      <ul className={styles.events}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {(later ?? first).more && (
        <Button pending={pending} onClick={loadMore}>
          {t('account:security.more')}
        </Button>
      )}
    </>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { kind, failed, at, address } = event
  const name = t(
    kind === 'sign-in' && failed ? 'account:security.failure.sign-in' : `account:security.kind.${kind}`,
  )
  return (
    <li className="line gap-3" data-failed={failed || undefined}>
      <span className="grid grow">
        <b className={failed ? 'bad' : undefined}>{name}</b>
        <small className="wrap gap-2">
          <time dateTime={at}>
            {formatLocalDay(at, locale())} {formatLocalTime(at, locale())}
          </time>
          <span>{describeDevice(event)}</span>
          {address && <span>{t('account:security.address', { address })}</span>}
        </small>
      </span>
    </li>
  )
}
