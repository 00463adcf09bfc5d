import { useStore } from '@nanostores/react'
import type { BlockedPerson } from '#contract/operations/desk/search.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatDuration } from '#lib/format/moment.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Initial } from './HitRows.tsx'
import styles from './Search.module.css'
import { blocked } from './store.ts'

/** Where what waits as `sign-ins` is handled: before anything is typed, people who cannot sign in come first. */
export function BlockedList() {
  const { result, error } = useStore(blocked.$state)
  return (
    <section className={styles.group} aria-labelledby="blocked" data-hits="blocked">
      <h2 id="blocked">
        {t('desk-search:blocked.title')}{' '}
        {result && <small className={styles.count}>{result.data.people.length}</small>}
      </h2>
      {result ? (
        <People people={result.data.people} />
      ) : error ? (
        <div className="center">
          <LoadFailure title={t('desk-search:failed')} error={error} onRetry={blocked.reload} />
        </div>
      ) : (
        <div className={styles.skeletonRow} aria-hidden="true">
          <Skeleton width="40%" />
        </div>
      )}
    </section>
  )
}

function People({ people }: { people: readonly BlockedPerson[] }) {
  if (people.length === 0) return <p className={styles.none}>{t('desk-search:blocked.none')}</p>
  return (
    <>
      <p className={styles.lead}>{t('desk-search:blocked.text')}</p>
      <ul className={styles.rows}>
        {people.map(({ id, nickname, email, site, since }) => (
          <li key={id} data-row>
            <a className={styles.row} href={localizePath(`/desk/person?id=${id}`, locale())}>
              <Initial name={nickname} />
              <span className={styles.text}>
                <b className="break">{nickname}</b>
                <small className="break">{email}</small>
              </span>
              <span className={styles.facts}>
                <span className="warn medium">
                  {t('desk:ago', {
                    duration: formatDuration(Date.now() - Date.parse(since), locale()),
                  })}
                </span>
                <small>{site}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
