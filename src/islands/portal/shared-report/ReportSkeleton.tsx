import { sharedVideoCount } from '#contract/portal/shared-reports.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatDay } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { namedCountries } from './Countries.tsx'
import styles from './SharedReport.module.css'

const listRows = (count: number) => Array.from({ length: count }, (_, at) => `row${at}`)

/** It is in the page's HTML, whose policy allows no inline styles, so that texts set the widths. */
export const ReportSkeleton = () => (
  <div className={styles.page} aria-busy="true">
    <header className={styles.head}>
      <div>
        <h1>
          <span className="visually-hidden">{t('shared-report:title')}</span>
          <Skeleton>{t('shared-report:title')}</Skeleton>
        </h1>
        <p className="note">
          {/* Browsers write the spaces of a range in English in their own ways, so that one would differ from the HTML. */}
          <Skeleton>
            {formatDay('2026-11-01', locale())} {formatDay('2026-11-28', locale())}
          </Skeleton>
        </p>
        <p className="caption">
          <Skeleton>{t('shared-report:until', { day: formatDay('2026-11-28', locale()) })}</Skeleton>
        </p>
      </div>
      <div className={styles.channelSpace} />
    </header>
    <p className="visually-hidden" role="status">
      {t('shared-report:loading')}
    </p>
    <div className={styles.totals} aria-hidden="true">
      <div className={styles.total}>
        <p className="note">{t('reports:figures.views')}</p>
        <p className={styles.figure}>
          <Skeleton>{formatNumber(1_000_000, locale())}</Skeleton>
        </p>
      </div>
    </div>
    <section className={styles.chartSpace} aria-hidden="true">
      <h2>{t('shared-report:chart')}</h2>
    </section>
    <div className={styles.columns} aria-hidden="true">
      <section className={styles.card}>
        <h2>{t('shared-report:videos.title')}</h2>
        <ol className={styles.videos}>
          {listRows(sharedVideoCount).map((row) => (
            <li key={row}>
              <span className={styles.thumbnailSpace} />
              <Skeleton>{t('shared-report:videos.untitled')}</Skeleton>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.card}>
        <h2>{t('shared-report:countries.title')}</h2>
        <ol className={styles.countries}>
          {listRows(namedCountries).map((row) => (
            <li key={row}>
              <span>
                <Skeleton>{t('shared-report:countries.other')}</Skeleton>
              </span>
              <span className={styles.barSpace} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  </div>
)
