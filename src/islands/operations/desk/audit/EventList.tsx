import { useStore } from '@nanostores/react'
import type { DeskSecurityEvent } from '#contract/operations/desk/audit.ts'
import { securityEventKinds } from '#contract/people/security-events.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { Filters, SelectFilter } from '#islands/operations/desk/filters/Filters.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { missingValue } from '#lib/format/number.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Audit.module.css'
import { PeriodFilters, SiteFilter } from './EntryList.tsx'
import { Moment } from './EntryTable.tsx'
import { NothingFound } from './NothingFound.tsx'
import { $filter, eventList, searchPerson, setFilter, showNewer, showOlder } from './store.ts'

export function EventList() {
  const { key, result, error } = useStore(eventList.$state)
  const isStale = result !== null && !isSameKey(result.key, key)
  const isFailure = error !== null && (result === null || isStale)
  return (
    <ListSection
      id="event-list"
      title={t('desk-audit:tabs.events')}
      className="card"
      note={<EventFilters sites={result?.data.sites ?? []} />}
      answer={result}
      isStale={isStale}
      failure={isFailure ? { title: t('desk-audit:failed'), error, onRetry: eventList.reload } : null}
      skeleton={<ListSkeleton rows={8} className={styles.list} />}
      empty={({ data }) => data.events.length === 0 && <NothingFound />}
      pager={({ data: { events, hasNewer, hasOlder } }) => {
        const [first, last] = [events.at(0)?.id, events.at(-1)?.id]
        if (!hasNewer && !hasOlder) return null
        return {
          label: t('desk-audit:pages'),
          onPrevious: hasNewer && first !== undefined ? () => showNewer(first) : undefined,
          onNext: hasOlder && last !== undefined ? () => showOlder(last) : undefined,
        }
      }}
    >
      {({ data: { events } }) => (
        <DataTable
          columns={getColumns()}
          rows={events}
          getKey={({ id }) => id}
          getAttributes={({ id, failed }) => ({ 'data-event': id, 'data-failed': failed || undefined })}
          caption={t('desk-audit:tabs.events')}
          labelledBy="event-list"
          className={styles.list}
          cardsClassName={styles.cards}
        />
      )}
    </ListSection>
  )
}

function EventFilters({ sites }: { sites: readonly string[] }) {
  const { person, kind, failed, site, from, to } = useStore($filter)
  return (
    <Filters label={t('desk-audit:filters.label')}>
      <SearchField
        label={t('desk-audit:filters.person')}
        value={person ?? ''}
        maxLength={100}
        onChange={searchPerson}
      />
      <SelectFilter
        label={t('desk-audit:columns.event')}
        all={t('common:all')}
        value={kind ?? ''}
        options={securityEventKinds.map((value) => ({ value, label: t(`account:security.kind.${value}`) }))}
        onChange={(value) => setFilter({ kind: value })}
      />
      <SelectFilter
        label={t('desk-audit:columns.result')}
        all={t('common:all')}
        value={failed ?? ''}
        options={[{ value: '1', label: t('desk-audit:failedOnly') }]}
        onChange={(value) => setFilter({ failed: value })}
      />
      <SiteFilter site={site} sites={sites} />
      <PeriodFilters from={from} to={to} />
    </Filters>
  )
}

const getColumns = (): ListColumn<DeskSecurityEvent>[] => [
  {
    key: 'event',
    label: t('desk-audit:columns.event'),
    isHeading: true,
    cell: ({ kind, failed, at }) => (
      <span className={styles.what}>
        <b className={failed ? 'bad medium' : 'medium'}>
          {t(
            kind === 'sign-in' && failed
              ? 'account:security.failure.sign-in'
              : `account:security.kind.${kind}`,
          )}
        </b>
        <Moment at={at} />
      </span>
    ),
  },
  {
    key: 'account',
    label: t('desk-audit:columns.who'),
    isText: true,
    card: 'fact',
    cell: ({ account, accountId, site }) => (
      <span className={styles.who}>
        <span className="break">
          {account ??
            (accountId === null
              ? t('desk-audit:unknownAccount')
              : addNote(t('lists:deletedAccount'), accountId))}
        </span>
        {site !== null && <small className="caption break">{site}</small>}
      </span>
    ),
  },
  {
    key: 'device',
    label: t('desk-audit:columns.device'),
    isText: true,
    card: 'fact',
    cell: ({ browser, system, address }) => (
      <span className={styles.who}>
        <span className="break">{address ?? missingValue}</span>
        <small className="caption break">{[browser, system].filter(Boolean).join(' · ')}</small>
      </span>
    ),
  },
  {
    key: 'result',
    label: t('desk-audit:columns.result'),
    isText: true,
    card: 'line',
    cell: ({ failed, endpoint }) => (
      <span className="wrap gap-2">
        {failed && (
          <span className="chip" data-tone="bad">
            {t('desk-audit:refused')}
          </span>
        )}
        {endpoint !== null && <code className="break">{endpoint}</code>}
      </span>
    ),
  },
]
