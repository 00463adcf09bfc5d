import { useStore } from '@nanostores/react'
import { exportMembers, type MonthReport } from '#contract/people/members.ts'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Members.module.css'
import { MemberTable } from './MemberTable.tsx'
import { $filter, clearSearch, memberList, showPage } from './store.ts'

const skeletonRows = 6

const getTexts = () => ({
  title: t('members:list.title'),
  total: (count: number) => t('members:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('members:failed.stale'),
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
      headerActions={<ExportMonth />}
      skeleton={<ListSkeleton rows={skeletonRows} className={styles.list} />}
      empty={({ key, data }) => data.members.length === 0 && <NoMembers isSearch={key.search !== ''} />}
    >
      {({ data: { members, report = null } }) => (
        <>
          {report && <MonthNote report={report} />}
          <MemberTable members={members} report={report} />
        </>
      )}
    </PagedList>
  )
}

function ExportMonth() {
  const { search, sort, order, month } = useStore($filter)
  return (
    <div className={styles.export}>
      <ExportButton
        endpoint={exportMembers}
        query={{ search, sort, order, month }}
        table={t('members:export')}
      />
    </div>
  )
}

const MonthNote = ({ report: { range, incompleteDays } }: { report: MonthReport }) => (
  <p className={`note ${styles.month}`}>
    {t('members:month.note', { range: formatDayRange(range.from, range.to, locale()) })}
    {incompleteDays.length > 0 && <> {t('members:month.incomplete', { count: incompleteDays.length })}</>}
  </p>
)

function NoMembers({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <Message title={t('members:empty.none')} text={t('members:empty.noneNext')}>
      <Button onClick={clearSearch}>{t('members:empty.showAll')}</Button>
    </Message>
  ) : (
    <Message title={t('members:empty.title')} text={t('members:empty.next')}>
      <Button kind="primary" onClick={() => openDialog('addMember')}>
        {t('members:create')}
      </Button>
    </Message>
  )
}
