import { useStore } from '@nanostores/react'
import { auditActors, auditAreaNames, exportAuditLog } from '#contract/operations/desk/audit.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { ListSection } from '#islands/kit/tables/ListSection.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { DayFilter, Filters, SelectFilter } from '#islands/operations/desk/filters/Filters.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Audit.module.css'
import { EntryTable } from './EntryTable.tsx'
import { NothingFound } from './NothingFound.tsx'
import { nameActor, nameArea } from './names.ts'
import { $entryFilter, $filter, entryList, searchPerson, setFilter, showNewer, showOlder } from './store.ts'

export function EntryList() {
  const { key, result, error } = useStore(entryList.$state)
  const filter = useStore($entryFilter)
  const isStale = result !== null && !isSameKey(result.key, key)
  const isFailure = error !== null && (result === null || isStale)
  return (
    <ListSection
      id="audit-list"
      title={t('desk-audit:list')}
      className="card"
      summary={<SubjectFilter />}
      controls={
        <div className="wrap gap-2 justify-end">
          <ExportButton endpoint={exportAuditLog} query={filter} table={t('desk:views.audit')} />
        </div>
      }
      note={<EntryFilters actions={result?.data.actions ?? []} sites={result?.data.sites ?? []} />}
      answer={result}
      isStale={isStale}
      failure={isFailure ? { title: t('desk-audit:failed'), error, onRetry: entryList.reload } : null}
      skeleton={<ListSkeleton rows={8} className={styles.list} />}
      empty={({ data }) => data.entries.length === 0 && <NothingFound />}
      pager={({ data: { entries, hasNewer, hasOlder } }) => {
        const [first, last] = [entries.at(0)?.id, entries.at(-1)?.id]
        if (!hasNewer && !hasOlder) return null
        return {
          label: t('desk-audit:pages'),
          onPrevious: hasNewer && first !== undefined ? () => showNewer(first) : undefined,
          onNext: hasOlder && last !== undefined ? () => showOlder(last) : undefined,
        }
      }}
    >
      {({ data: { entries } }) => <EntryTable entries={entries} />}
    </ListSection>
  )
}

function EntryFilters({ actions, sites }: { actions: readonly string[]; sites: readonly string[] }) {
  const { tab, person, actor, action, area, site, from, to } = useStore($filter)
  return (
    <Filters label={t('desk-audit:filters.label')}>
      <SearchField
        label={t('desk-audit:filters.person')}
        value={person ?? ''}
        maxLength={100}
        onChange={searchPerson}
      />
      {tab === 'changes' && (
        <>
          <SelectFilter
            label={t('desk-audit:filters.actor')}
            all={t('common:all')}
            value={actor ?? ''}
            options={auditActors.map((value) => ({ value, label: nameActor(value) }))}
            onChange={(value) => setFilter({ actor: value })}
          />
          <SelectFilter
            label={t('desk-audit:filters.area')}
            all={t('common:all')}
            value={area ?? ''}
            options={auditAreaNames.map((value) => ({ value, label: nameArea(value) }))}
            onChange={(value) => setFilter({ area: value })}
          />
          <SelectFilter
            label={t('desk-audit:columns.auditAction')}
            all={t('common:all')}
            value={action ?? ''}
            options={actions.map((value) => ({ value, label: value }))}
            onChange={(value) => setFilter({ action: value })}
          />
        </>
      )}
      <SiteFilter site={site} sites={sites} />
      <PeriodFilters from={from} to={to} />
    </Filters>
  )
}

/** One site needs no choice. */
export const SiteFilter = ({ site, sites }: { site: string | undefined; sites: readonly string[] }) =>
  sites.length > 1 && (
    <SelectFilter
      label={t('desk:filters.site')}
      all={t('common:all')}
      value={site ?? ''}
      options={sites.map((value) => ({ value, label: value }))}
      onChange={(value) => setFilter({ site: value })}
    />
  )

export const PeriodFilters = ({ from, to }: { from: string | undefined; to: string | undefined }) => (
  <>
    <DayFilter
      label={t('desk:filters.from')}
      value={from ?? ''}
      max={to}
      onChange={(day) => setFilter({ from: day })}
    />
    <DayFilter
      label={t('desk:filters.to')}
      value={to ?? ''}
      min={from}
      onChange={(day) => setFilter({ to: day })}
    />
  </>
)

/** Set by the name of a subject in the list. */
function SubjectFilter() {
  const { subject } = useStore($filter)
  if (subject === undefined) return null
  return (
    <button
      type="button"
      className={`chip ${styles.subjectFilter}`}
      aria-label={t('desk-audit:subject.clear', { name: subject })}
      onClick={() => setFilter({ subject: undefined })}
    >
      {subject}
      <span aria-hidden="true">×</span>
    </button>
  )
}
