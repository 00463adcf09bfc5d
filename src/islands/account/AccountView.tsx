import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Account.module.css'
import { $activeDialog, openDialog } from './dialog-state.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** Who somebody is here, where they are signed in, and the way out for good. */
export function AccountView() {
  const activeDialog = useStore($activeDialog)
  return (
    <div className={styles.view}>
      <h1 tabIndex={-1}>{t('account:title')}</h1>
      <p className={styles.lead}>{t('account:lead')}</p>
      <Profile />
      <Sessions />
      <section className={styles.card} aria-labelledby="account-withdraw">
        <h2 id="account-withdraw">{t('account:withdraw.title')}</h2>
        <p className={styles.note}>{t('account:withdraw.lead')}</p>
        <Button className={styles.leave} onClick={() => openDialog('withdraw')}>
          {t('account:withdraw.open')}
        </Button>
      </section>
      {activeDialog === 'password' && <PasswordDialog />}
      {activeDialog === 'withdraw' && <WithdrawDialog />}
    </div>
  )
}
