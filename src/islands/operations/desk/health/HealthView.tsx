import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import {
  type AlertRecord,
  type FindingStatus,
  findingStatuses,
  type HealthFinding,
  type JobState,
  type readHealth,
} from '#contract/operations/desk/health.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { may } from '#lib/api/session.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatFullMoment, formatLocalTime } from '#lib/format/moment.ts'
import { formatBytes, formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Health.module.css'
import { findRemedy } from './remedies.ts'
import { health, retryJobsOf } from './store.ts'

type HealthData = EndpointOutput<typeof readHealth>

export function HealthView() {
  const { result, error, isLoading } = useStore(health.$state)
  const mayRead = useStore(may('health.read'))
  return (
    <div className="stack gap-4">
      <ScreenHeader
        title={t('desk:views.health')}
        lead={
          result
            ? t('desk-health:asOf', { time: formatLocalTime(result.data.checkedAt, locale()) })
            : t('desk-health:lead')
        }
      >
        {mayRead && (
          <Button className="small" pending={isLoading && result !== null} onClick={health.reload}>
            {t('desk-health:again')}
          </Button>
        )}
      </ScreenHeader>
      {!mayRead ? (
        <section className="card center">
          <Message failed title={t('desk-health:everything.title')} text={t('desk-health:everything.text')} />
        </section>
      ) : error && !result ? (
        <section className="card center">
          <LoadFailure title={t('desk-health:failed')} error={error} onRetry={health.reload} />
        </section>
      ) : result ? (
        <Health data={result.data} />
      ) : (
        <section className="card stack gap-3" aria-busy="true">
          <p className="visually-hidden" role="status">
            {t('common:loading')}
          </p>
          <Skeleton width="40%" height="28px" />
          <Skeleton width="70%" />
          <Skeleton width="60%" />
          <Skeleton width="65%" />
        </section>
      )}
    </div>
  )
}

function Health({ data }: { data: HealthData }) {
  const { findings, version, node, missingMigrations, databaseBytes, jobs, alerts } = data
  const groups = findingStatuses.map((status) => ({
    status,
    found: findings.filter((finding) => finding.status === status),
  }))
  const facts: [name: string, value: string][] = [
    [t('desk-health:facts.version'), version],
    ['Node', node],
    [t('desk-health:facts.database'), formatBytes(databaseBytes, locale())],
    [
      t('desk-health:facts.migrations'),
      missingMigrations.length === 0
        ? t('desk-health:facts.complete')
        : t('desk-health:facts.missing', { count: missingMigrations.length }),
    ],
  ]
  return (
    <>
      <ul className={styles.tiles}>
        {groups.map(({ status, found }) => (
          <li key={status} data-status={status}>
            <span>{t(`desk-health:status.${status}`)}</span>
            <b>{formatNumber(found.length, locale())}</b>
          </li>
        ))}
        {facts.map(([name, value]) => (
          <li key={name}>
            <span>{name}</span>
            <b className={styles.fact}>{value}</b>
          </li>
        ))}
      </ul>
      <div className={styles.columns}>
        <div className="stack gap-4">
          {groups
            .filter(({ found }) => found.length > 0)
            .map(({ status, found }) => (
              <FindingGroup key={status} status={status} findings={found} />
            ))}
        </div>
        <div className="stack gap-4">
          <Jobs jobs={jobs} />
          <Alerts alerts={alerts} />
        </div>
      </div>
    </>
  )
}

interface CardProps {
  id: string
  title: string
  children: ReactNode
}

const Card = ({ id, title, children }: CardProps) => (
  <section className={`card ${styles.card}`} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** What is in order is folded away. */
function FindingGroup({ status, findings }: { status: FindingStatus; findings: readonly HealthFinding[] }) {
  const list = (
    <ul className={styles.rows}>
      {findings.map((finding) => (
        <Finding key={`${finding.subject} ${finding.message}`} finding={finding} />
      ))}
    </ul>
  )
  return (
    <Card id={`findings-${status}`} title={t(`desk-health:groups.${status}`)}>
      {status === 'ok' ? (
        <details>
          <summary className={styles.summary}>{t('desk-health:showOk', { count: findings.length })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </Card>
  )
}

/** The texts are those that `doctor` prints on the server. */
function Finding({ finding: { subject, status, message, fix } }: { finding: HealthFinding }) {
  const path = status === 'ok' ? undefined : findRemedy(subject)
  return (
    <li data-status={status} data-finding={subject}>
      <p lang="en">
        <b className="medium">{subject}</b> <span className="break">{message}</span>
      </p>
      {fix !== null && (
        <p className="note break" lang="en">
          {fix}
        </p>
      )}
      {path && (
        <a className="button small" href={localizePath(path, locale())}>
          {t('desk-health:open')}
        </a>
      )}
    </li>
  )
}

const Jobs = ({ jobs }: { jobs: readonly JobState[] }) => (
  <Card id="jobs" title={t('desk-health:jobs.title')}>
    <ul className={styles.rows}>
      {jobs.map((job) => (
        <Job key={job.name} job={job} />
      ))}
    </ul>
  </Card>
)

function Job({ job }: { job: JobState }) {
  const { name, waiting, active, failed, oldestWaitingAt, failedAt, error } = job
  return (
    <li data-status={failed > 0 ? 'error' : 'ok'} data-job={name}>
      <p className="spread gap-2">
        <b className="medium">{t(`desk-health:jobs.names.${name}`)}</b>
        <span className="note">
          {failed > 0
            ? t('desk-health:jobs.failed', { count: failed })
            : waiting + active > 0
              ? t('desk-health:jobs.open', { count: waiting + active })
              : t('desk-health:jobs.idle')}
        </span>
      </p>
      {oldestWaitingAt !== null && (
        <p className="caption">
          {t('desk-health:jobs.oldest', { time: formatFullMoment(oldestWaitingAt, locale()) })}
        </p>
      )}
      {failedAt !== null && (
        <p className="note break">
          {formatFullMoment(failedAt, locale())} {error}
        </p>
      )}
      {failed > 0 && (
        <Permitted permission="jobs.change">
          <Button className="small" onClick={() => retryJobsOf(job)}>
            {t('desk-health:jobs.retry')}
          </Button>
        </Permitted>
      )}
    </li>
  )
}

function Alerts({ alerts }: { alerts: readonly AlertRecord[] }) {
  return (
    <Card id="alerts" title={t('desk-health:alerts.title')}>
      {alerts.length === 0 ? (
        <p className="note">{t('desk-health:alerts.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {alerts.map((alert) => (
            <Alert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Alert({ alert: { kind, owner, day, count, raisedAt, endedAt } }: { alert: AlertRecord }) {
  const values = {
    ...(owner !== null && { owner }),
    ...(day !== null && { day: formatDay(day, locale()) }),
    ...(count !== null && { count }),
  }
  const raised = formatFullMoment(raisedAt, locale())
  return (
    <li data-status={endedAt === null ? 'warning' : 'ok'}>
      <p>
        <b className="medium break">{t(`operator-alerts:kinds.${kind}.title`, values)}</b>
      </p>
      <p className="caption break">
        {owner !== null && `${owner} · `}
        {endedAt === null
          ? t('desk-health:alerts.open', { time: raised })
          : t('desk-health:alerts.ended', { from: raised, to: formatFullMoment(endedAt, locale()) })}
      </p>
    </li>
  )
}
