import { useStore } from '@nanostores/react'
import {
  type listReviews,
  maxQueued,
  type QueuedReview,
  queueStates,
} from '#contract/channels/review-queue.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { SelectionBar } from '#islands/kit/tables/SelectionBar.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Review.module.css'
import { ReviewPanel } from './ReviewPanel.tsx'
import { ReviewTable } from './ReviewTable.tsx'
import {
  $currentId,
  $filter,
  $reviews,
  assign,
  type Decision,
  decide,
  queue,
  reviewSelection,
  setFilter,
} from './store.ts'
import { UndoBar } from './UndoBar.tsx'

type Queue = EndpointOutput<typeof listReviews>

export function ReviewView() {
  const { result, error, key } = useStore(queue.$state)
  const currentId = useStore($currentId)
  const filter = useStore($filter)
  const reviews = useStore($reviews)
  const data = result?.data ?? null
  const isEmpty = data !== null && reviews.length === 0
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('desk:views.review')}</h1>
        {data && <Summary data={data} />}
      </header>
      <div className={styles.columns} data-empty={isEmpty || undefined}>
        <ListSection
          title={t('desk-review:list')}
          id="review-list"
          className={`card ${styles.list}`}
          controls={<Controls data={data} />}
          answer={data}
          isStale={result !== null && JSON.stringify(result.key) !== JSON.stringify(key)}
          failure={error && !result ? { title: t('desk-review:failed'), error, onRetry: queue.reload } : null}
          skeleton={<ListSkeleton />}
          empty={() => isEmpty && <Empty state={filter.state} />}
        >
          {({ total }) => (
            <>
              <ReviewTable reviews={reviews} state={filter.state} />
              {total > maxQueued && (
                <p className="note text-center">{t('desk-review:more', { shown: maxQueued, total })}</p>
              )}
            </>
          )}
        </ListSection>
        {currentId !== null && <ReviewPanel id={currentId} />}
      </div>
      <UndoBar />
      <Permitted permission="reviews.change">
        <Selected reviews={reviews} />
      </Permitted>
    </div>
  )
}

function Summary({ data: { counts, today } }: { data: Queue }) {
  return (
    <p className="note">
      <b>{t('desk-review:pending', { count: counts.pending })}</b>{' '}
      {counts.overdue > 0 && (
        <span className="bad medium">{t('desk-review:overdue', { count: counts.overdue })} </span>
      )}
      {t('desk-review:today', { count: today.decided })}{' '}
      {today.secondsEach !== null && t('desk-review:pace', { count: today.secondsEach })}
    </p>
  )
}

function Controls({ data }: { data: Queue | null }) {
  const filter = useStore($filter)
  const counts = data?.counts
  const sites = data?.sites ?? []
  const networks = (data?.networks ?? []).filter(
    ({ site }) => filter.site === undefined || site === filter.site,
  )
  return (
    <ListControls
      search={{
        label: t('desk-review:search'),
        value: filter.search,
        onChange: (search) => setFilter({ search }),
      }}
    >
      <SegmentedControl
        label={t('common:status')}
        value={filter.state}
        options={queueStates.map((value) => ({
          value,
          label: counts
            ? t(`desk-review:states.${value}`, { count: counts[value] })
            : t(`desk-review:stateNames.${value}`),
        }))}
        onChange={(state) => setFilter({ state: state === 'pending' ? undefined : state })}
      />
      {sites.length > 1 && (
        <Select
          label={t('desk:filters.site')}
          value={filter.site === undefined ? '' : String(filter.site)}
          options={[
            { value: '', label: t('desk:allSites') },
            ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(site) => setFilter({ site, network: undefined })}
        />
      )}
      {networks.length > 1 && (
        <Select
          label={t('desk-review:facts.network')}
          value={filter.network === undefined ? '' : String(filter.network)}
          options={[
            { value: '', label: t('desk-review:allNetworks') },
            ...networks.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(network) => setFilter({ network })}
        />
      )}
      {(['competing', 'mine'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className="button small"
          aria-pressed={filter[name] === '1'}
          onClick={() => setFilter({ [name]: filter[name] === '1' ? undefined : '1' })}
        >
          {t(`desk-review:only.${name}`)}
        </button>
      ))}
    </ListControls>
  )
}

const Empty = ({ state }: { state: (typeof queueStates)[number] }) => (
  <div className="center">
    <Message title={t(`desk-review:empty.${state}`)} text={t('desk-review:emptyHint')} />
  </div>
)

function Selected({ reviews }: { reviews: readonly QueuedReview[] }) {
  const selected = useStore(reviewSelection.$rows)
  const rows = [...selected.values()]
  const isMine = rows.every(({ assignee }) => assignee !== null)
  const decideAll = (decision: Decision) => openDialog('decideMany', decision)
  return (
    <SelectionBar
      label={t('desk-review:selection')}
      text={rows.length > 0 ? t('desk-review:selected', { count: rows.length }) : null}
      clearLabel={t('desk-review:clear')}
      onClear={reviewSelection.clear}
    >
      {rows.length < reviews.length && (
        <button type="button" onClick={() => reviewSelection.set(reviews, true)}>
          {t('desk-review:selectFiltered', { count: reviews.length })}
        </button>
      )}
      <button
        type="button"
        onClick={() => (rows.length > 1 ? decideAll('approved') : void decide(rows, 'approved'))}
      >
        {t('desk-review:decide.approved')}
      </button>
      <button type="button" onClick={() => decideAll('held')}>
        {t('desk-review:decide.held')}
      </button>
      <button type="button" onClick={() => decideAll('rejected')}>
        {t('desk-review:decide.rejected')}
      </button>
      <button type="button" onClick={() => void assign(rows, !isMine)}>
        {t(isMine ? 'desk:release' : 'desk:take')}
      </button>
      <button type="button" onClick={() => openInTabs(rows)}>
        {t('desk-review:openTabs')}
      </button>
    </SelectionBar>
  )
}

/** Browsers stop more at once. */
const maxTabs = 10

function openInTabs(rows: readonly QueuedReview[]): void {
  for (const { page } of rows.slice(0, maxTabs)) window.open(page, '_blank', 'noopener,noreferrer')
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const ListSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {skeletonRows.map((row) => (
      <Skeleton key={row} width="100%" height="40px" />
    ))}
  </div>
)
