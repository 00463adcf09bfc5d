import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { QueuedReview, readReview } from '#contract/channels/review-queue.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { DayField } from '#islands/kit/forms/DayField.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { may } from '#lib/api/session.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatCount, formatNumber, missingValue } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { LatestVideos } from './LatestVideos.tsx'
import { ReasonChoice } from './ReasonChoice.tsx'
import styles from './Review.module.css'
import { Wait } from './ReviewTable.tsx'
import { $reason, noReason } from './reasons.ts'
import { $reviews, current, type Decision } from './store.ts'
import { useDecider } from './use-decider.ts'
import { useReviewKeys } from './use-review-keys.ts'

type Detail = EndpointOutput<typeof readReview>

/** Each channel begins with an empty form. */
export function ReviewPanel({ id }: { id: number }) {
  const { result } = useStore(current.$state)
  const reviews = useStore($reviews)
  const detail = result?.data.review.id === id ? result.data : null
  const review = detail?.review ?? reviews.find((one) => one.id === id)
  return review ? <Panel key={id} review={review} detail={detail} /> : null
}

function Panel({ review, detail }: { review: QueuedReview; detail: Detail | null }) {
  const { id } = review
  const { error } = useStore(current.$state)
  const reviews = useStore($reviews)
  const at = reviews.findIndex((one) => one.id === id)
  const changes = useStore(may('reviews.change'))
  const [day, setDay] = useState('')
  const decider = useDecider(review, day || undefined)
  useReviewKeys({ review, decideOne: decider.decideOne, isActive: changes })
  // Another channel begins without one.
  useEffect(() => () => $reason.set(noReason), [])
  return (
    <section className={styles.panel} aria-labelledby="review-name" data-panel={id}>
      <header className={styles.panelHead}>
        <ChannelPicture channelId={review.channelId} address={review.thumbnail} />
        <div className="min-0">
          <h2 id="review-name" className="text-l bold break">
            {review.name}
          </h2>
          <p className="note break">
            {review.handle ?? review.channelId}{' '}
            <a href={review.page} target="_blank" rel="noreferrer" data-youtube>
              YouTube
            </a>
          </p>
        </div>
        <span className={`note nowrap ${styles.position}`}>
          {t('desk-review:position', { at: at + 1, total: reviews.length })}
        </span>
      </header>
      <Figures review={review} />
      <LatestVideos id={id} />
      {error && !detail ? (
        <LoadFailure title={t('desk-review:failedOne')} error={error} onRetry={current.reload} />
      ) : detail ? (
        <Decide detail={detail} day={day} onDay={setDay} decider={decider} />
      ) : (
        <div aria-busy="true" className={styles.facts}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <Skeleton width="60%" />
        </div>
      )}
    </section>
  )
}

const Figures = ({ review: { subscribers, videoCount, waitingSince, state } }: { review: QueuedReview }) => (
  <dl className={styles.figures}>
    <div>
      <dt>{t('desk:subscribers')}</dt>
      <dd>{subscribers === null ? missingValue : formatCount(subscribers, locale())}</dd>
    </div>
    <div>
      <dt>{t('desk-review:column.videos')}</dt>
      <dd>{videoCount === null ? missingValue : formatNumber(videoCount, locale())}</dd>
    </div>
    <div>
      <dt>{waitingSince ? t('desk-review:column.wait') : t('common:status')}</dt>
      <dd>{waitingSince ? <Wait since={waitingSince} /> : t(`channel-states:${state}`)}</dd>
    </div>
  </dl>
)

interface DecideProps {
  detail: Detail
  day: string
  onDay: (day: string) => void
  decider: ReturnType<typeof useDecider>
}

function Decide({ detail, day, onDay, decider: { decideOne, pending } }: DecideProps) {
  const { review, today, takenUntil } = detail
  const reason = useStore($reason)
  return (
    <>
      <Competitors detail={detail} />
      <dl className={styles.facts}>
        <Fact label={t('desk:filters.site')}>{review.site.name}</Fact>
        <Fact label={t('desk-review:facts.network')}>{review.network.name}</Fact>
        <Fact label={t('common:members')}>
          {review.members.length > 0 ? listNames(review.members) : missingValue}
        </Fact>
        {review.earnsFrom && (
          <Fact label={t('desk-review:facts.earnsFrom')}>{formatDay(review.earnsFrom, locale())}</Fact>
        )}
      </dl>
      <History detail={detail} />
      <Permitted permission="reviews.change">
        {review.earnsFrom === null && review.state !== 'approved' && (
          <DayField
            label={t('desk-review:facts.earnsFrom')}
            hint={
              takenUntil
                ? t('desk-review:earnsFromTaken', { day: formatDay(takenUntil, locale()) })
                : t('desk-review:earnsFromToday', { day: formatDay(today, locale()) })
            }
            value={day}
            min={takenUntil ?? undefined}
            max={today}
            onChange={onDay}
          />
        )}
        <ReasonChoice reason={reason} onChange={(next) => $reason.set(next)} />
        <div className={styles.actions}>
          {(['approved', 'held', 'rejected'] as const)
            .filter((decision) => decision !== review.state)
            .map((decision) => (
              <DecisionButton
                key={decision}
                decision={decision}
                isPending={pending}
                onDecide={() => void decideOne(decision)}
              />
            ))}
        </div>
      </Permitted>
    </>
  )
}

const keys: Readonly<Record<Decision, string>> = { approved: 'a', held: 'h', rejected: 'r' }
const kinds = { approved: 'primary', held: undefined, rejected: 'danger' } as const

interface DecisionButtonProps {
  decision: Decision
  isPending: boolean
  onDecide: () => void
}

const DecisionButton = ({ decision, isPending, onDecide }: DecisionButtonProps) => (
  <button
    type="button"
    className="button"
    data-kind={kinds[decision]}
    data-decision={decision}
    aria-busy={isPending || undefined}
    onClick={onDecide}
  >
    {t(`desk-review:decide.${decision}`)}{' '}
    <span className={styles.key} aria-hidden="true">
      {keys[decision]}
    </span>
  </button>
)

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="break">{children}</dd>
  </div>
)

function Competitors({ detail: { competitors } }: { detail: Detail }) {
  if (competitors.length === 0) return null
  return (
    <section className={styles.competitors} aria-labelledby="competitors">
      <h3 id="competitors">{t('desk-review:competitors.title', { count: competitors.length })}</h3>
      <ul>
        {competitors.map(({ id, site, network, state, registeredAt }) => (
          <li key={id}>
            <span className="break">
              {network === null || site === null
                ? t('desk-review:competitors.hidden')
                : t('desk-review:competitors.place', { network, site })}
            </span>
            <span className="chip">{t(`channel-states:${state}`)}</span>
            <time dateTime={registeredAt} className="note nowrap">
              {formatFullMoment(registeredAt, locale())}
            </time>
          </li>
        ))}
      </ul>
      <p>{t('desk-review:competitors.effect')}</p>
    </section>
  )
}

function History({ detail: { history } }: { detail: Detail }) {
  if (history.length === 0) return null
  return (
    <details className={styles.history} open={history.length < 3}>
      <summary>{t('desk-review:history', { count: history.length })}</summary>
      <ol>
        {history.map(({ reviewedAt, approval, reason, isRequest }) => (
          <li key={reviewedAt}>
            <time dateTime={reviewedAt} className="note">
              {formatFullMoment(reviewedAt, locale())}
            </time>{' '}
            <b>
              {isRequest
                ? t('desk-review:requested')
                : t(`channel-states:${(['pending', 'held', 'approved', 'rejected'] as const)[approval]}`)}
            </b>
            {reason && <span className="break"> {reason}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}
