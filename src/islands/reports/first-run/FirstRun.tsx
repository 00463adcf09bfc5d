import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import type { FirstSteps } from '#contract/channels/first-steps.ts'
import type { User } from '#contract/people/session.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { report } from '#islands/reports/state/store.ts'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { describeSteps } from './describe-steps.ts'
import styles from './FirstRun.module.css'
import { PopularTracks } from './PopularTracks.tsx'
import { Questions } from './Questions.tsx'
import { Sample } from './Sample.tsx'
import { StepList } from './StepList.tsx'
import { firstSteps } from './store.ts'

/** What a person sees in place of a report until there are figures. */
export function FirstRun() {
  const { result, error } = useStore(firstSteps.$state)
  const user = useStore($user)
  const hasFigures = result?.data.steps.every(({ name, done }) => name !== 'figures' || done) ?? false
  useEffect(() => subscribeToStream(streamChannelChanges, firstSteps.reload), [])
  // Reported since the page was opened: the report takes this place.
  useEffect(() => {
    if (hasFigures) report.reload()
  }, [hasFigures])
  if (error && result === null) {
    return (
      <section className="card">
        <LoadFailure title={t('first-run:failed')} text={error.message} onRetry={firstSteps.reload} />
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
