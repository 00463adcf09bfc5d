import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import styles from '#islands/kit/ui/FactCard.module.css'
import { FactCard } from '#islands/kit/ui/FactCard.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { $site } from '#lib/site/site.ts'
import { Profile } from './Profile.tsx'
import { SecurityActivity } from './SecurityActivity.tsx'
import { Sessions } from './Sessions.tsx'
import { SecondFactorCard } from './second-factor/SecondFactorCard.tsx'
import { securityEvents, sessions } from './state/store.ts'

/** Few sites have providers. */
const lazyLinkedSignIns = lazyComponent(async () => {
  const [{ LinkedSignIns }] = await Promise.all([
    import('./LinkedSignIns.tsx'),
    loadStrings('sign-in-providers'),
  ])
  return LinkedSignIns
})

interface AccountViewProps {
  /** The payout account, which a higher room provides. */
  PayeeCard: ComponentType
}

export function AccountView({ PayeeCard }: AccountViewProps) {
  const { result, error } = useStore(sessions.$state)
  const hasProviders = (useStore($site)?.sign_in_providers ?? []).length > 0
  return (
    <div className={styles.view}>
      <h1 tabIndex={-1}>{t('shell:views.config-account')}</h1>
      <p className={styles.lead}>{t('account:lead')}</p>
      <div className={styles.columns}>
        <div className="stack gap-4">
          <Profile />
          <SecondFactorCard />
          {hasProviders && <Lazy component={lazyLinkedSignIns} props={{}} />}
          <PayeeCard />
        </div>
        <Sessions />
        {/* Rendered after the list above it to avoid a layout shift. */}
        {(result || error) && (
          <div className="stack gap-4">
            <SecurityActivity />
            <Withdrawal />
          </div>
        )}
      </div>
    </div>
  )
}

/** Rendered only after the list above it, to avoid another layout shift. */
function Withdrawal() {
  const { result, error } = useStore(securityEvents.$state)
  if (!result && !error) return null
  return (
    <FactCard title={t('account:withdraw.title')} note={t('account:withdraw.lead')}>
      <Button className="bad" onClick={() => openDialog('withdraw')}>
        {t('account:withdraw.open')}
      </Button>
    </FactCard>
  )
}
