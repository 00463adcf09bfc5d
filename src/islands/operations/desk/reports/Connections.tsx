import type { OwnerCalendar, OwnerConnection } from '#contract/reports/desk/calendar.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeConnection } from './describe.ts'
import styles from './Reports.module.css'
import { ask } from './store.ts'

export const Connections = ({ owners }: { owners: readonly OwnerCalendar[] }) => (
  <section className={`card ${styles.connections}`} aria-labelledby="connections">
    <h2 id="connections" className="text-m bold">
      {t('desk-reports:connections.title')}
    </h2>
    <ul>
      {owners.map(({ owner, connection }) => (
        <li key={owner}>
          <div>
            <b className="break">{owner}</b>
            <small>{describeTimes(connection)}</small>
            {connection?.problem && (
              <small className="bad break" lang="en">
                {connection.problem}
              </small>
            )}
          </div>
          <div className={styles.connectionState}>
            <State connection={connection} />
            {connection?.hasConsent && (
              <Permitted permission="reports.change">
                <Button
                  className="small"
                  aria-label={t('desk-reports:ask.of', { owner })}
                  onClick={() => void ask(owner)}
                >
                  {t('desk-reports:ask.button')}
                </Button>
              </Permitted>
            )}
          </div>
        </li>
      ))}
    </ul>
  </section>
)

function describeTimes(connection: OwnerConnection | null): string {
  if (!connection) return t('desk-reports:connections.byHand')
  const { fetchedAt, consentEndsAt, hasConsent } = connection
  if (!hasConsent) return t('desk-reports:connections.ended')
  if (fetchedAt !== null)
    return t('desk-reports:connections.fetched', { time: formatFullMoment(fetchedAt, locale()) })
  return consentEndsAt === null
    ? t('desk-reports:connections.never')
    : t('desk-reports:connections.until', { day: formatLocalDay(consentEndsAt, locale()) })
}

function State({ connection }: { connection: OwnerConnection | null }) {
  const { text, tone } = describeConnection(connection)
  return (
    <span className="chip" data-tone={tone}>
      {text}
    </span>
  )
}
