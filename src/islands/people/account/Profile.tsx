import { useStore } from '@nanostores/react'
import type { Balance } from '#contract/settlement/statements.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { $user } from '#lib/api/session.ts'
import { formatAmount } from '#lib/format/amount.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { NicknameEditor } from './NicknameEditor.tsx'
import { balance } from './state/store.ts'

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
        <BalanceFact />
      </Facts>
    </FactCard>
  )
}

function BalanceFact() {
  const { result, error } = useStore(balance.$state)
  return (
    <Fact name="balance" label={t('account:profile.balance')}>
      <span className="min-0 break">
        {result ? (
          <BalanceAmounts {...result.data} />
        ) : error ? (
          <span className="muted">{t('account:profile.balanceFailed')}</span>
        ) : (
          <Skeleton width="90px" />
        )}
      </span>
      <a className="button fixed" href={localizePath('/statements', locale())}>
        {t('account:profile.statements')}
      </a>
    </Fact>
  )
}

function BalanceAmounts({ balance, awaiting, currency }: Balance) {
  const money = (amount: number) => formatAmount(amount, currency, locale())
  return (
    <>
      <b className="bold">{money(balance)}</b>{' '}
      {awaiting > 0 && (
        <span className="chip" data-tone="primary">
          {t('account:profile.balanceAwaiting', { amount: money(awaiting) })}
        </span>
      )}
    </>
  )
}
