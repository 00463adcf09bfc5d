import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/ui/FactCard.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { NicknameEditor } from './NicknameEditor.tsx'

export function Profile() {
  const user = useStore($user)
  return (
    <FactCard title={t('account:profile.title')}>
      <Facts>
        <Fact name="email" label={t('account:profile.email')}>
          <span className="min-0 break">
            <span>{user?.email ?? <Skeleton width="190px" />}</span>{' '}
            {user?.unconfirmed && (
              <span className="chip" data-tone="warn">
                {t('account:email.unconfirmed')}
              </span>
            )}
          </span>
          <Button
            className="fixed"
            aria-label={t('account:email.change')}
            onClick={() => openDialog('email')}
          >
            {t('account:change')}
          </Button>
        </Fact>
        <Fact name="nickname" label={t('account:profile.nickname')}>
          {user ? <NicknameEditor user={user} /> : <Skeleton width="90px" />}
        </Fact>
        <Fact name="password" label={t('account:password.label')}>
          <span aria-hidden="true">••••••••</span>
          <Button aria-label={t('account:password.title')} onClick={() => openDialog('password')}>
            {t('account:change')}
          </Button>
        </Fact>
      </Facts>
    </FactCard>
  )
}
