import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $user } from '#lib/session.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './Account.module.css'
import { NicknameFact } from './NicknameFact.tsx'
import { openDialog } from './opened.ts'

/** What a person signs in with and is called by. */
export function Profile() {
  const user = useStore($user)
  return (
    <section className={styles.card} aria-labelledby="account-profile">
      <h2 id="account-profile">{t('account:profile.title')}</h2>
      <dl className={styles.facts}>
        <Fact name="email" label={t('account:profile.email')}>
          <span>{user?.email ?? <Skeleton width="190px" />}</span>
        </Fact>
        <Fact name="nickname" label={t('account:profile.nickname')}>
          {user ? <NicknameFact user={user} /> : <Skeleton width="90px" />}
        </Fact>
        <Fact name="password" label={t('account:password.label')}>
          <span aria-hidden="true">••••••••</span>
          <Button aria-label={t('account:password.title')} onClick={() => openDialog('password')}>
            {t('account:change')}
          </Button>
        </Fact>
      </dl>
    </section>
  )
}

interface FactProps {
  name: string
  label: string
  children: ReactNode
}

const Fact = ({ name, label, children }: FactProps) => (
  <div data-fact={name}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
