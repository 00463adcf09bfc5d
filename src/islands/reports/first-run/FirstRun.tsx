import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import type { FirstSteps } from '#contract/channels/first-steps.ts'
import type { User } from '#contract/people/session.ts'
import type { PopularMusic } from '#contract/portal/musics.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { PaydayCard } from '#islands/reports/dashboard/payday/PaydayCard.tsx'
import { report } from '#islands/reports/state/store.ts'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { $user } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeSteps } from './describe-steps.ts'
import styles from './FirstRun.module.css'
import { Sample } from './Sample.tsx'
import { StepList } from './StepList.tsx'
import { firstSteps, popular, popularCount } from './store.ts'

/** Replaces a report until there are figures. */
export function FirstRun() {
  const { result, error } = useStore(firstSteps.$state)
  const user = useStore($user)
  const hasFigures = result?.data.steps.every(({ name, done }) => name !== 'figures' || done) ?? false
  useEffect(() => subscribeToStream(streamChannelChanges, firstSteps.reload), [])
  // Figures have arrived since the page was opened, so the report replaces this.
  useEffect(() => {
    if (hasFigures) report.reload()
  }, [hasFigures])
  if (error && result === null) {
    return (
      <section className="card">
        <LoadFailure title={t('first-run:failed')} error={error} onRetry={firstSteps.reload} />
      </section>
    )
  }
  if (result === null || user === null) return <FirstRunSkeleton />
  return <LoadedFirstRun data={result.data} user={user} />
}

function LoadedFirstRun({ data, user }: { data: FirstSteps; user: User }) {
  const steps = describeSteps({ ...data, user, now: Date.now() })
  const isReady = steps.every(({ name, status }) => status === 'done' || name === 'figures')
  return (
    <div className={styles.firstRun}>
      <div>
        <h2 className="break">{t('first-run:greeting', { nickname: user.nickname })}</h2>
        <p className="muted">{t(isReady ? 'first-run:leadWaiting' : 'first-run:lead')}</p>
      </div>
      <section className={styles.start}>
        <StepList steps={steps} />
        <Sample />
      </section>
      {user.roles.every((role) => role === 'member') && <PaydayCard isFirstRun />}
      <div className={styles.more}>
        <PopularTracks />
        <Questions />
      </div>
    </div>
  )
}

const FirstRunSkeleton = () => (
  <div className={styles.skeleton} aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('first-run:loading')}
    </p>
    <Skeleton width="min(260px, 80%)" height="28px" />
    <Skeleton />
    <Skeleton />
  </div>
)

/** A guide answers each question. */
const questions = [
  { name: 'code', path: '/guides/auths' },
  { name: 'phone', path: '/guides/mobile-upload' },
  { name: 'pc', path: '/guides/pc-upload' },
  { name: 'rules', path: '/guides' },
  { name: 'limit', path: '/guides/mobile-unlock' },
] as const

const Questions = () => (
  <section className={styles.questions} aria-labelledby="first-questions">
    <h2 id="first-questions">{t('first-run:questions.title')}</h2>
    <ul className="divided">
      {questions.map(({ name, path }) => (
        <li key={name}>
          <a href={localizePath(path, locale())}>
            {t(`first-run:questions.${name}`)}
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d="m6 3.500 4.500 4.500L6 12.500" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

function PopularTracks() {
  const { result, error } = useStore(popular.$state)
  const isLoading = result === null && error === null
  return (
    <section className={styles.tracks} aria-busy={isLoading} aria-labelledby="first-tracks">
      <div className="spread gap-2">
        <h2 id="first-tracks">{t('common:popularTracks')}</h2>
        <a className="button small" href={localizePath('/musics', locale())}>
          {t('first-run:popular.all')}
        </a>
      </div>
      {!isLoading && !result?.data.musics.length ? (
        <p className="muted">{t('first-run:popular.none')}</p>
      ) : (
        <ol>{result ? result.data.musics.map(renderTrack) : skeletonRows.map(renderSkeleton)}</ol>
      )}
    </section>
  )
}

const renderTrack = ({ id, isrc, cover, name, artist, rank }: PopularMusic) => (
  <li key={id} data-music={id}>
    <a href={localizePath(`/musics/all?q=${isrc}`, locale())}>
      <b className="faint text-center">{rank}</b>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="44px" />
      </span>
      <span className="min-0">
        <b className="truncate">{name}</b>
        <small className="truncate">{artist}</small>
      </span>
    </a>
  </li>
)

const skeletonRows = Array.from({ length: popularCount }, (_, place) => place)

const renderSkeleton = (place: number) => (
  <li key={`skeleton ${place}`} aria-hidden="true">
    <span className={styles.row}>
      <span />
      <Skeleton width="44px" height="44px" />
      <Skeleton width="60%" />
    </span>
  </li>
)
