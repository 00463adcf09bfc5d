import { useStore } from '@nanostores/react'
import { maxSearchLength } from '#contract/params.ts'
import { SearchField } from '#islands/forms/SearchField.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { $isManager, $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { ManagersOnly } from './ManagersOnly.tsx'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { $filter, searchMembers } from './store.ts'

/** The members of a manager's network, and what can be done with them. */
export function MembersView() {
  const isManager = useStore($isManager)
  const isUserKnown = useStore($user) !== null
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <div>
          <h1>{t('members:title')}</h1>
          <p>{t('members:lead')}</p>
        </div>
        {isManager && (
          <Button kind="primary" onClick={() => openDialog('addMember')}>
            <span aria-hidden="true">+</span> {t('members:create')}
          </Button>
        )}
      </header>
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
      </div>
      <MemberList />
    </>
  )
}
