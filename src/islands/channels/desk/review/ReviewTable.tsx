import { useStore } from '@nanostores/react'
import { useCallback, useMemo } from 'react'
import type { QueuedReview, QueueState } from '#contract/channels/review-queue.ts'
import { TakeButton } from '#islands/kit/desk/TakeButton.tsx'
import type { Selectable } from '#islands/kit/tables/Checkboxes.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { $user, may } from '#lib/api/session.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatCount, formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Review.module.css'
import { $currentId, assign, reviewSelection, setCurrent } from './store.ts'
import { formatWait, getWaitTone } from './wait.ts'

const selectable: Selectable<QueuedReview> = {
  selection: reviewSelection,
  label: ({ name }) => t('lists:selectOne', { name }),
  allLabel: () => t('desk-review:selectAll'),
}

const count = (value: number | null) => (value === null ? missingValue : formatCount(value, locale()))

const getColumns = (state: QueueState): readonly ListColumn<QueuedReview, never>[] => [
  {
    key: 'channel',
    label: t('shell:views.channel'),
    isHeading: true,
    cell: (review) => <ChannelName review={review} />,
  },
  {
    key: 'subscribers',
    label: t('desk:subscribers'),
    rank: 2,
    card: 'fact',
    cell: ({ subscribers }) => count(subscribers),
  },
  {
    key: 'videos',
    label: t('desk-review:column.videos'),
    rank: 3,
    card: 'fact',
    cell: ({ videoCount }) => (videoCount === null ? missingValue : formatNumber(videoCount, locale())),
  },
  state === 'pending'
    ? {
        key: 'wait',
        label: t('desk-review:column.wait'),
        card: 'side' as const,
        cell: ({ waitingSince }: QueuedReview) => waitingSince && <Wait since={waitingSince} />,
      }
    : {
        key: 'decided',
        label: t('desk-review:column.decided'),
        isText: true,
        card: 'side' as const,
        cell: (review: QueuedReview) => <DecisionCell review={review} />,
      },
  {
    key: 'network',
    label: t('desk-review:column.network'),
    isText: true,
    card: 'line',
    cell: ({ site, network }) => (
      <span className={styles.place}>
        <span className="truncate">{site.name}</span>
        <small className="truncate">{network.name}</small>
      </span>
    ),
  },
  {
    key: 'competing',
    label: t('desk-review:column.competing'),
    rank: 1,
    card: 'fact',
    cell: ({ competing }) =>
      competing > 0 ? (
        <span className="chip" data-tone="warn">
          {formatNumber(competing, locale())}
        </span>
      ) : (
        missingValue
      ),
  },
  {
    key: 'assignee',
    label: t('desk:assignee'),
    isText: true,
    rank: 4,
    card: 'fact',
    cell: (review) => <Assignee review={review} />,
  },
]

function ChannelName({ review: { id, channelId, name, handle, thumbnail } }: { review: QueuedReview }) {
  const isCurrent = useStore($currentId) === id
  return (
    <button
      type="button"
      className={styles.name}
      aria-current={isCurrent || undefined}
      onFocus={() => setCurrent(id)}
      onClick={() => setCurrent(id)}
    >
      <ChannelPicture channelId={channelId} address={thumbnail} isSmall />
      <span>
        <b className="break">{name}</b>
        <small className="break">{handle ?? channelId}</small>
      </span>
    </button>
  )
}

export const Wait = ({ since }: { since: string }) => (
  <time
    className={`nowrap medium ${getWaitTone(since) ?? 'muted'}`}
    dateTime={since}
    title={formatFullMoment(since, locale())}
  >
    {formatWait(since)}
  </time>
)

function DecisionCell({ review: { state, decision } }: { review: QueuedReview }) {
  return (
    <span className={styles.place}>
      <span>{t(`channel-states:${state}`)}</span>
      {decision && (
        <small>
          <time dateTime={decision.at}>{formatFullMoment(decision.at, locale())}</time>
        </small>
      )}
    </span>
  )
}

function Assignee({ review }: { review: QueuedReview }) {
  const changes = useStore(may('reviews.change'))
  const ownId = useStore($user)?.id
  const { assignee, name } = review
  if (!changes || (assignee && assignee.id !== ownId))
    return assignee ? <span className="chip">{assignee.nickname}</span> : missingValue
  return (
    <TakeButton
      name={name}
      taker={assignee?.nickname ?? null}
      onToggle={(takes) => void assign([review], takes)}
    />
  )
}

interface ReviewTableProps {
  reviews: readonly QueuedReview[]
  state: QueueState
}

export function ReviewTable({ reviews, state }: ReviewTableProps) {
  const changes = useStore(may('reviews.change'))
  const currentId = useStore($currentId)
  const columns = useMemo(() => getColumns(state), [state])
  const getAttributes = useCallback(
    ({ id }: QueuedReview) => ({ 'data-review': id, 'data-open': id === currentId || undefined }),
    [currentId],
  )
  return (
    <DataTable
      columns={columns}
      rows={reviews}
      getKey={({ id }) => id}
      getAttributes={getAttributes}
      caption={t('desk-review:list')}
      labelledBy="review-list"
      selectable={changes && state !== 'decided' ? selectable : null}
    />
  )
}
