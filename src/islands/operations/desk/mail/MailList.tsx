import { useStore } from '@nanostores/react'
import {
  type DeskMail,
  type DeskMailState,
  deskMailKinds,
  type MailFilterName,
  mailFilters,
} from '#contract/operations/desk/mail.ts'
import { FilterPipeline } from '#islands/kit/forms/FilterPipeline.tsx'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Filters, SelectFilter } from '#islands/operations/desk/filters/Filters.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Mail.module.css'
import {
  $filter,
  clearFilters,
  mailList,
  nameKind,
  searchAddress,
  setFilter,
  showNewer,
  showOlder,
  showState,
} from './store.ts'

type Counts = Record<DeskMailState, number>

export function MailList() {
  // Renders again when a dialog closes, to restore the focus.
  useStore($activeDialog)
  const { key, result, error } = useStore(mailList.$state)
  const { state } = useStore($filter)
  const isStale = result !== null && !isSameKey(result.key, key)
  const isFailure = error !== null && (result === null || isStale)
  return (
    <>
      <States counts={result?.data.counts ?? null} />
      <ListSection
        id="mail-list"
        title={state ? t(`desk-mail:states.${state}`) : t('desk:views.mail')}
        note={<MailFilters sites={result?.data.sites ?? []} />}
        answer={result}
        isStale={isStale}
        failure={isFailure ? { title: t('desk-mail:failed'), error, onRetry: mailList.reload } : null}
        skeleton={<ListSkeleton rows={8} className={styles.list} />}
        empty={({ data }) => data.mails.length === 0 && <NoMail />}
        pager={({ data: { mails, hasNewer, hasOlder } }) => {
          const [first, last] = [mails.at(0)?.id, mails.at(-1)?.id]
          if (!hasNewer && !hasOlder) return null
          return {
            label: t('desk-mail:pages'),
            onPrevious: hasNewer && first !== undefined ? () => showNewer(first) : undefined,
            onNext: hasOlder && last !== undefined ? () => showOlder(last) : undefined,
          }
        }}
      >
        {({ data: { mails } }) => (
          <DataTable
            columns={getColumns()}
            rows={mails}
            getKey={({ id }) => id}
            getAttributes={({ id, state: one }) => ({ 'data-mail': id, 'data-state': one })}
            caption={t('desk:views.mail')}
            labelledBy="mail-list"
            className={styles.list}
          />
        )}
      </ListSection>
    </>
  )
}

export const toneOfState = {
  queued: undefined,
  sending: undefined,
  sent: 'good',
  failed: 'bad',
  uncertain: 'warn',
  suppressed: 'warn',
} as const satisfies Record<DeskMailState, string | undefined>

const pipeline = [
  ['failed', 'bad'],
  ['uncertain', 'warn'],
  ['suppressed', 'held'],
  ['queued', 'primary'],
  ['sent', 'good'],
] as const satisfies [MailFilterName, string][]

const sumCounts = (counts: Counts, states: readonly DeskMailState[]) =>
  states.reduce((sum, state) => sum + counts[state], 0)

function States({ counts }: { counts: Counts | null }) {
  const { state } = useStore($filter)
  return (
    <FilterPipeline
      label={t('desk-mail:states.label')}
      className={`card ${styles.states}`}
      current={state}
      onChoose={showState}
      states={[
        {
          state: undefined,
          label: t('common:all'),
          count: counts && sumCounts(counts, Object.keys(counts) as DeskMailState[]),
          tone: 'plain',
        },
        ...pipeline.map(([name, tone]) => ({
          state: name as MailFilterName,
          label: t(`desk-mail:states.${name}`),
          count: counts && sumCounts(counts, mailFilters[name]),
          tone,
        })),
      ]}
    />
  )
}

function MailFilters({ sites }: { sites: readonly string[] }) {
  const { search, kind, site } = useStore($filter)
  return (
    <Filters label={t('desk-mail:filters.label')}>
      <SearchField
        label={t('desk-mail:filters.search')}
        value={search ?? ''}
        maxLength={100}
        onChange={searchAddress}
      />
      <SelectFilter
        label={t('desk-mail:columns.kind')}
        all={t('common:all')}
        value={kind ?? ''}
        options={deskMailKinds.map((value) => ({ value, label: t(`desk-mail:kinds.${value}`) }))}
        onChange={(value) => setFilter({ kind: value })}
      />
      {sites.length > 1 && (
        <SelectFilter
          label={t('desk:filters.site')}
          all={t('common:all')}
          value={site ?? ''}
          options={sites.map((value) => ({ value, label: value }))}
          onChange={(value) => setFilter({ site: value })}
        />
      )}
    </Filters>
  )
}

function NoMail() {
  const { state, search, kind, site } = useStore($filter)
  if (state === undefined && !search && !kind && !site)
    return <Message title={t('desk-mail:empty.title')} text={t('desk-mail:empty.text')} />
  return (
    <Message title={t('desk-mail:none.title')} text={t('desk-mail:none.text')}>
      <Button onClick={clearFilters}>{t('desk:filters.clear')}</Button>
    </Message>
  )
}

export const StateChip = ({ state }: Pick<DeskMail, 'state'>) => (
  <span className="chip" data-tone={toneOfState[state]}>
    {t(state === 'sending' ? 'desk-mail:sending' : `desk-mail:states.${state}`)}
  </span>
)

const getColumns = (): ListColumn<DeskMail>[] => [
  {
    key: 'recipient',
    label: t('desk-mail:columns.recipient'),
    isHeading: true,
    cell: ({ id, recipient, nickname, createdAt }) => (
      <span className={styles.recipient}>
        <button
          type="button"
          className="inline-button break medium"
          aria-haspopup="dialog"
          onClick={() => openDialog('mail', id)}
        >
          {recipient}
        </button>
        <small className="caption">
          {nickname !== null && <span className="break">{nickname} </span>}
          <time className="nowrap" dateTime={createdAt}>
            {formatFullMoment(createdAt, locale())}
          </time>
        </small>
      </span>
    ),
  },
  {
    key: 'kind',
    label: t('desk-mail:columns.kind'),
    isText: true,
    card: 'fact',
    cell: ({ kind }) => nameKind(kind),
  },
  {
    key: 'site',
    label: t('desk:filters.site'),
    isText: true,
    card: 'fact',
    rank: 2,
    cell: ({ site }) => <span className="break">{site}</span>,
  },
  {
    key: 'state',
    label: t('common:status'),
    isText: true,
    card: 'side',
    cell: ({ state }) => <StateChip state={state} />,
  },
  {
    key: 'failure',
    label: t('desk-mail:columns.failure'),
    isText: true,
    card: 'line',
    rank: 1,
    cell: ({ failure }) =>
      failure !== null && <span className={`note break ${styles.failure}`}>{failure}</span>,
  },
]
