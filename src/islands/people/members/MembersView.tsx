import { useStore } from '@nanostores/react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $isManager, $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ManagersOnly } from './ManagersOnly.tsx'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { MonthSelect } from './MonthSelect.tsx'
import { SortSelect } from './SortSelect.tsx'
import { $filter, searchMembers } from './store.ts'

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

function MemberManagement() {
  const { search } = useStore($filter)
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          label={t('members:search')}
          value={search}
          maxLength={maxSearchLength}
          onChange={searchMembers}
        />
        <MonthSelect />
        <div className={styles.sort}>
          <SortSelect />
        </div>
      </div>
      <MemberList />
    </>
  )
}
