import type { AccountSession } from '#contract/people/account.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

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

export function SessionRow({ session, device, onEnd }: SessionRowProps) {
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
          {t('account:sessions.end')}
        </Button>
      )}
    </li>
  )
}
