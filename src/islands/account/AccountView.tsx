import { Button } from '#islands/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Account.module.css'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'

/** The user's profile and sessions, and how to end the membership. */
export function AccountView() {
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
    </div>
  )
}
