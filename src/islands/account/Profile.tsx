import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Account.module.css'
import { NicknameEditor } from './NicknameEditor.tsx'

/** What a person signs in with and is called by. */
export function Profile() {
  const user = useStore($user)
  return (
    <section className={styles.card} aria-labelledby="account-profile">
      <h2 id="account-profile">{t('account:profile.title')}</h2>
      <dl className={styles.facts}>
        <ProfileItem name="email" label={t('account:profile.email')}>
          <span>{user?.email ?? <Skeleton width="190px" />}</span>
        </ProfileItem>
        <ProfileItem name="nickname" label={t('account:profile.nickname')}>
          {user ? <NicknameEditor user={user} /> : <Skeleton width="90px" />}
        </ProfileItem>
        <ProfileItem name="password" label={t('account:password.label')}>
          <span aria-hidden="true">••••••••</span>
          <Button aria-label={t('account:password.title')} onClick={() => openDialog('password')}>
            {t('account:change')}
          </Button>
        </ProfileItem>
      </dl>
    </section>
  )
}

interface ProfileItemProps {
  name: string
  label: string
  children: ReactNode
}

const ProfileItem = ({ name, label, children }: ProfileItemProps) => (
  <div data-fact={name}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
