import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Passkey, SecondFactors } from '#contract/people/second-factor.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { factors } from '#islands/people/account/state/store.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { $factorDialog, openFactorDialog } from './dialog.ts'
import styles from './SecondFactor.module.css'

const lazyDialog = lazyComponent(async () => (await import('./FactorDialogs.tsx')).FactorDialogs)

export function SecondFactorCard() {
  const { result, error } = useStore(factors.$state)
  const dialog = useStore($factorDialog)
  const heading = useRef<HTMLHeadingElement>(null)
  const data = result?.data
  return (
    <FactCard
      title={t('credentials:secondFactor')}
      headingRef={heading}
      note={t(data?.isRequired ? 'second-factor:required' : 'second-factor:lead')}
      aria-busy={!data && !error}
      {...useRestoreFocus(heading)}
    >
      {data && <Factors factors={data} />}
      {!data && error && (
        <LoadFailure title={t('second-factor:failed')} error={error} onRetry={factors.reload} />
      )}
      {!data && !error && <FactorsSkeleton />}
      {data && dialog && <Lazy component={lazyDialog} props={{ dialog, factors: data }} />}
    </FactCard>
  )
}

const formatDay = (time: string) => formatLocalDay(time, locale())

function Factors({ factors: { totpSince, passkeys, recoveryCodesLeft } }: { factors: SecondFactors }) {
  const hasFactor = totpSince !== null || passkeys.length > 0
  return (
    <Facts>
      <Fact name="totp" label={t('second-factor:totp.title')}>
        <TotpState since={totpSince} />
      </Fact>
      <Fact name="passkeys" label={t('second-factor:passkeys.title')}>
        <Passkeys passkeys={passkeys} />
      </Fact>
      {hasFactor && (
        <Fact name="recovery-codes" label={t('second-factor:codes.title')}>
          <span className={recoveryCodesLeft > 2 ? undefined : 'warn'}>
            {t('second-factor:codes.left', { count: recoveryCodesLeft })}
          </span>
          <Button className="fixed" onClick={() => openFactorDialog({ name: 'renew-codes' })}>
            {t('second-factor:codes.renewLabel')}
          </Button>
        </Fact>
      )}
    </Facts>
  )
}

function TotpState({ since }: { since: string | null }) {
  const openTotp = () => openFactorDialog({ name: 'totp' })
  if (since === null)
    return (
      <>
        <span className="muted">{t('second-factor:totp.none')}</span>
        <Button className="fixed" aria-label={t('second-factor:totp.add')} onClick={openTotp}>
          {t('second-factor:totp.addLabel')}
        </Button>
      </>
    )
  return (
    <>
      <span>{t('second-factor:added', { day: formatDay(since) })}</span>
      <span className={styles.buttons}>
        <Button aria-label={t('second-factor:totp.replace')} onClick={openTotp}>
          {t('second-factor:totp.replaceLabel')}
        </Button>
        <Button
          aria-label={t('second-factor:totp.remove')}
          onClick={() => openFactorDialog({ name: 'remove-totp' })}
        >
          {t('second-factor:remove')}
        </Button>
      </span>
    </>
  )
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const add = (
    <Button
      className="fixed"
      aria-label={t('second-factor:passkeys.add')}
      onClick={() => openFactorDialog({ name: 'passkey' })}
    >
      {t('second-factor:totp.addLabel')}
    </Button>
  )
  if (passkeys.length === 0)
    return (
      <>
        <span className="muted">{t('second-factor:passkeys.none')}</span>
        {add}
      </>
    )
  return (
    <div className={styles.passkeys}>
      <ul className="divided">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {add}
    </div>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li data-passkey={passkey.id}>
      <span className="grid grow">
        <b className="break">{name}</b>
        <small className="wrap">
          <span>{t('second-factor:added', { day: formatDay(createdAt) })}</span>
          <span>
            {lastUsedAt === null
              ? t('second-factor:passkeys.unused')
              : t('account:sessions.lastUsed', { day: formatDay(lastUsedAt) })}
          </span>
        </small>
      </span>
      <span className={styles.buttons}>
        <Button
          aria-label={t('second-factor:passkeys.renameOf', { name })}
          onClick={() => openFactorDialog({ name: 'rename-passkey', passkey })}
        >
          {t('common:rename')}
        </Button>
        <Button
          aria-label={t('second-factor:passkeys.removeOf', { name })}
          onClick={() => openFactorDialog({ name: 'remove-passkey', passkey })}
        >
          {t('second-factor:remove')}
        </Button>
      </span>
    </li>
  )
}

const FactorsSkeleton = () => (
  <>
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <Facts>
      {(['totp', 'passkeys'] as const).map((name) => (
        <Fact key={name} name={name} label={t(`second-factor:${name}.title`)}>
          <Skeleton width="190px" />
        </Fact>
      ))}
    </Facts>
  </>
)
