import { useStore } from '@nanostores/react'
import type { SharedReportSummary } from '#contract/portal/shared-reports.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { describeChannels, describeTime } from './describe-link.ts'
import styles from './SharedReports.module.css'
import { sharedReports } from './store.ts'

export function SharedReportsView() {
  return (
    <div className={styles.page}>
      <ScreenHeader title={t('shell:views.shared-reports')} lead={t('shared-reports:lead')} />
      <Links />
    </div>
  )
}

function Links() {
  const { result, error } = useStore(sharedReports.$state)
  if (error && !result)
    return (
      <section className="card center">
        <LoadFailure title={t('shared-reports:failed')} error={error} onRetry={sharedReports.reload} />
      </section>
    )
  if (!result) return <LinksSkeleton />
  if (result.data.reports.length === 0) return <NoLinks />
  return (
    <ul className={styles.list}>
      {result.data.reports.map((report) => (
        <Link key={report.id} report={report} />
      ))}
    </ul>
  )
}

const tones = { live: 'good', expired: undefined, revoked: undefined } as const

function Link({ report }: { report: SharedReportSummary }) {
  const { id, title, state, withMoney, createdAt, expiresAt, openCount, lastOpenedAt } = report
  const day = (moment: string) => formatLocalDay(moment, locale())
  const isLive = state === 'live'
  return (
    <li data-link={id} data-ended={!isLive || undefined}>
      <div className="min-0">
        <p className={styles.title}>
          <b className="medium break">{title}</b>
          <span className="chip" data-tone={tones[state]} data-state={state}>
            {t(`shared-reports:states.${state}`)}
          </span>
          {withMoney && (
            <span className="chip" data-tone="warn">
              {t('shared-reports:withMoney')}
            </span>
          )}
        </p>
        <p className="note break">
          {describeChannels(report)} · {describeTime(report)}
        </p>
        <p className={styles.meta}>
          <span>{t('shared-reports:created', { day: day(createdAt) })}</span>
          {state !== 'revoked' && <span>{t('shared-reports:until', { day: day(expiresAt) })}</span>}
          <span>
            {openCount === 0
              ? t('shared-reports:never')
              : t('shared-reports:opened', { count: openCount, number: formatNumber(openCount, locale()) })}
          </span>
          {lastOpenedAt && (
            <time dateTime={lastOpenedAt}>
              {t('shared-reports:lastOpened', { time: formatFullMoment(lastOpenedAt, locale()) })}
            </time>
          )}
        </p>
      </div>
      {isLive && (
        <button
          type="button"
          className="button small"
          aria-label={t('shared-reports:revoke.label', { title })}
          onClick={() => openDialog('revokeLink', id)}
        >
          {t('shared-reports:revoke.open')}
        </button>
      )}
    </li>
  )
}

const NoLinks = () => (
  <section className="card center">
    <Message title={t('shared-reports:empty.title')} text={t('shared-reports:empty.text')}>
      <a className="button" href={localizePath('/report-channel', locale())}>
        {t('shared-reports:empty.link')}
      </a>
    </Message>
  </section>
)

const skeletonWidths = ['42%', '56%', '36%']

const LinksSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('shared-reports:loading')}
    </p>
    <ul className={styles.list} aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width}>
          <div className="min-0 grow">
            <Skeleton width={width} height="24px" />
            <Skeleton width="60%" />
            <Skeleton width="72%" />
          </div>
        </li>
      ))}
    </ul>
  </div>
)
