import { useStore } from '@nanostores/react'
import { memberSorts } from '#contract/people/members.ts'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $isManager, $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ManagersOnly } from './ManagersOnly.tsx'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { MonthSelect } from './MonthSelect.tsx'
import { $filter, searchMembers, setOrder } from './store.ts'

export function MembersView() {
  const isManager = useStore($isManager)
  const isUserKnown = useStore($user) !== null
  return (
    <div className="stack gap-4">
      <ScreenHeader title={t('members:title')} lead={t('members:lead')}>
        {isManager && (
          <Button kind="primary" onClick={() => openDialog('addMember')}>
            <span aria-hidden="true">+</span> {t('members:create')}
          </Button>
        )}
      </ScreenHeader>
      {isUserKnown && !isManager ? <ManagersOnly /> : <MemberManagement />}
    </div>
  )
}

const sortings = memberSorts.flatMap((sort) =>
  (sort === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((order) => ({
    sort,
    order,
  })),
)

function MemberManagement() {
  const filter = useStore($filter)
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          label={t('members:search')}
          value={filter.search}
          maxLength={maxSearchLength}
          onChange={searchMembers}
        />
        <MonthSelect />
        <div className={styles.sort}>
          <SortSelect
            label={t('members:sort.label')}
            current={filter}
            sortings={sortings}
            text={({ sort, order }) => t(`members:sort.${sort}-${order}`)}
            onSort={({ sort, order }) => setOrder(sort, order)}
          />
        </div>
      </div>
      <MemberList />
    </>
  )
}
