import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { AccountSession } from '#contract/people/account.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { FactCard } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import styles from './Account.module.css'
import { nameDevices } from './describe-device.ts'
import { factors, sessions } from './state/store.ts'

const lazyDialog = lazyComponent(async () => (await import('./EndSessionsDialog.tsx')).EndSessionsDialog)

const shownSessions = 5

export function Sessions() {
  const { result, error } = useStore(sessions.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = result?.data.sessions
  return (
    <FactCard
      title={t('account:sessions.title')}
      headingRef={heading}
      note={t('account:sessions.lead')}
      aria-busy={!list && !error}
      {...useRestoreFocus(heading)}
    >
      {list && <SessionList list={list} />}
      {!list && error && (
        <LoadFailure title={t('account:sessions.failed')} error={error} onRetry={sessions.reload} />
      )}
      {!list && !error && <SessionsSkeleton />}
    </FactCard>
  )
}

function SessionList({ list }: { list: readonly AccountSession[] }) {
  const [ending, setEnding] = useState<AccountSession | 'others' | null>(null)
  const confirmation = useStore(factors.$state).result?.data.confirmation
  const [isComplete, setIsComplete] = useState(false)
  const shown = isComplete ? list : list.slice(0, shownSessions)
  const devices = nameDevices(list)
  const hasOthers = list.some(({ current }) => !current)
  return (
    <>
      <ul className={styles.sessions}>
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            device={devices.get(session.id) ?? ''}
            onEnd={() => setEnding(session)}
          />
        ))}
      </ul>
      <div className="wrap gap-2">
        {shown.length < list.length && (
          <Button onClick={() => setIsComplete(true)}>
            {t('account:sessions.more', { count: list.length })}
          </Button>
        )}
        {hasOthers && <Button onClick={() => setEnding('others')}>{t('account:sessions.endOthers')}</Button>}
      </div>
      {ending && confirmation !== undefined && (
        <Lazy
          component={lazyDialog}
          props={{
            session: ending === 'others' ? null : { id: ending.id, device: devices.get(ending.id) ?? '' },
            confirmation,
            onClose: () => setEnding(null),
          }}
        />
      )}
    </>
  )
}

function SessionsSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('common:loading')}
      </p>
      <ul className={styles.sessions} aria-hidden="true">
        <li className="line gap-3">
          <span className="grid grow">
            <b>
              <Skeleton width="150px" />
            </b>
            <small>
              <Skeleton width="220px" />
            </small>
          </span>
        </li>
      </ul>
    </>
  )
}

const iconPaths = {
  phone: 'M7 2.5h6a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM9 15h2',
  screen: 'M3 4h14v9.5H3zM6.5 16.5h7',
}

function DeviceIcon({ system }: { system: string | null }) {
  return (
    <svg className="icon muted" viewBox="0 0 20 20" aria-hidden="true">
      <path d={iconPaths[/ios|android/i.test(system ?? '') ? 'phone' : 'screen']} />
    </svg>
  )
}

interface SessionRowProps {
  session: AccountSession
  device: string
  onEnd: () => void
}

function SessionRow({ session, device, onEnd }: SessionRowProps) {
  return (
    <li className="line gap-3" data-session={session.current ? 'current' : 'other'}>
      <DeviceIcon system={session.system} />
      <span className="grid grow">
        <b className="break">{device}</b>
        <small className="wrap gap-2">
          <span>{t('account:sessions.since', { day: formatLocalDay(session.signedInAt, locale()) })}</span>
          {!session.current && (
            <span>
              {t('account:sessions.lastUsed', { day: formatLocalDay(session.lastUsedAt, locale()) })}
            </span>
          )}
        </small>
      </span>
      {session.current ? (
        <span className="chip" data-tone="primary">
          {t('account:sessions.current')}
        </span>
      ) : (
        <Button className="fixed" onClick={onEnd} aria-label={t('account:sessions.endOf', { device })}>
          {t('shell:logout.confirm')}
        </Button>
      )}
    </li>
  )
}
