import { useStore } from '@nanostores/react'
import { $isManager, $user } from '#lib/session.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { SearchField } from '#shared/SearchField.tsx'
import { searchLength } from './filter.ts'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { NotForMembers } from './NotForMembers.tsx'
import { OpenedDialog } from './OpenedDialog.tsx'
import { openAdd } from './opened.ts'
import { $filter, searchMembers } from './store.ts'

/** The members of a manager's network, and what can be done with them. */
export function MembersView() {
  const manages = useStore($isManager)
  const known = useStore($user) !== null
  return (
    <div className={styles.view}>
      <header className={styles.header}>
        <div>
          <h1>{t('members:title')}</h1>
          <p>{t('members:lead')}</p>
        </div>
        {manages && (
          <Button kind="primary" onClick={openAdd}>
            <span aria-hidden="true">+</span> {t('members:create')}
          </Button>
        )}
      </header>
      {known && !manages ? <NotForMembers /> : <Managed />}
    </div>
  )
}

function Managed() {
  const { search } = useStore($filter)
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          label={t('members:search')}
          value={search}
          maxLength={searchLength}
          onChange={searchMembers}
        />
      </div>
      <MemberList />
      <OpenedDialog />
    </>
  )
}
