import { useStore } from '@nanostores/react'
import { exportMembers, type MonthReport, memberFilters, memberSorts } from '#contract/people/members.ts'
import { Select } from '#islands/kit/forms/Select.tsx'
import { getOrderKey } from '#islands/kit/tables/columns/sort-orders.ts'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatDayRange, formatMonth } from '#lib/format/day.ts'
import { formatNumber, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import { memberColumnChoice } from './column-choice.ts'
import styles from './Members.module.css'
import { columnTexts, MemberTable } from './MemberTable.tsx'
import {
  $filter,
  clearFilters,
  filterByState,
  memberList,
  searchMembers,
  setOrder,
  showMonth,
  showPage,
} from './store.ts'

const skeletonRows = 6

const getTexts = () => ({
  title: t('members:list.title'),
  total: (count: number) => t('members:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('common:stale'),
  failed: t('members:failed.list'),
  failedNext: t('members:failed.next'),
  pages: t('members:list.pages'),
  pastEnd: t('members:empty.pastEnd'),
  isNumbered: true,
})

export function MemberList() {
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  return (
    <PagedList
      list={memberList}
      texts={getTexts()}
      onPageChange={showPage}
      className="card"
      controls={<MemberControls />}
      skeleton={<ListSkeleton rows={skeletonRows} className={styles.list} />}
      empty={({ key, data }) => data.members.length === 0 && <NoMembers isFiltered={isFiltered(key)} />}
    >
      {({ key, data: { members, report = null } }) => (
        <>
          {report && <MonthNote report={report} />}
          <MemberTable members={members} report={report} hasAll={!isFiltered(key)} />
        </>
      )}
    </PagedList>
  )
}

const isFiltered = ({ search, state }: Pick<ReturnType<typeof $filter.get>, 'search' | 'state'>) =>
  search !== '' || state !== undefined

const sortings = memberSorts.flatMap((sort) =>
  (sort === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((order) => ({
    sort,
    order,
  })),
)

function MemberControls() {
  const filter = useStore($filter)
  const { page: _, ...listed } = filter
  return (
    <ListControls
      search={{ label: t('lists:search'), value: filter.search, onChange: searchMembers }}
      sort={{
        label: t('members:sort.label'),
        current: filter,
        sortings,
        text: ({ sort, order }) => t(getOrderKey('members', `${sort}-${order}`)),
        onSort: ({ sort, order }) => setOrder(sort, order),
        isForCards: true,
      }}
      columns={{ choice: memberColumnChoice, label: (column) => t(columnTexts[column]) }}
      file={<ExportButton endpoint={exportMembers} query={listed} table={t('members:export')} />}
    >
      <StateSelect />
      <div className={styles.monthSelect}>
        <MonthSelect />
      </div>
    </ListControls>
  )
}

const MonthNote = ({ report: { range, incompleteDays } }: { report: MonthReport }) => (
  <p className={`note ${styles.month}`}>
    {t('members:month.note', { range: formatDayRange(range.from, range.to, locale()) })}
    {incompleteDays.length > 0 && <> {t('members:month.incomplete', { count: incompleteDays.length })}</>}
  </p>
)

function NoMembers({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Message title={t('members:empty.none')} text={t('members:empty.noneNext')}>
      <Button onClick={clearFilters}>{t('lists:showAllMembers')}</Button>
    </Message>
  ) : (
    <Message title={t('members:empty.title')} text={t('members:empty.next')}>
      <Permitted permission="members.change">
        <Button kind="primary" onClick={() => openDialog('addMember')}>
          {t('members:create')}
        </Button>
      </Permitted>
    </Message>
  )
}

function StateSelect() {
  const { state } = useStore($filter)
  return (
    <Select
      label={t('common:status')}
      value={state ?? ''}
      options={[
        { value: '', label: t('members:filter.all') },
        ...memberFilters.map((value) => ({ value, label: t(`lists:memberStates.${value}`) })),
      ]}
      onChange={(value) => filterByState(memberFilters.find((one) => one === value))}
    />
  )
}

function MonthSelect() {
  const { month } = useStore($filter)
  const { result, error } = useStore(memberList.$state)
  const report = result?.data.report
  const months = report?.months ?? []
  const placeholder = report === null ? t('members:month.none') : error ? missingValue : t('common:loading')
  return (
    <Select
      label={t('lists:month')}
      value={months.find((one) => one === month) ?? months[0] ?? ''}
      options={
        report
          ? months.map((value) => ({ value, label: formatMonth(value, locale()) }))
          : [{ value: '', label: placeholder }]
      }
      onChange={(value) => showMonth(value === months[0] ? undefined : value)}
    />
  )
}
