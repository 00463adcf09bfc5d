import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { updateAccount } from '#contract/people/account.ts'
import { Nickname, nicknameLength } from '#contract/people/auth.ts'
import type { User } from '#contract/people/session.ts'
import type { Balance } from '#contract/settlement/statements.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Fact, FactCard, Facts } from '#islands/kit/ui/FactCard.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { call } from '#lib/api/call.ts'
import { $user, setUser } from '#lib/api/session.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'
import styles from './Account.module.css'
import { balance } from './state/store.ts'

export function Profile() {
  const user = useStore($user)
  return (
    <FactCard title={t('account:profile.title')}>
      <Facts>
        <Fact name="email" label={t('credentials:email')}>
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
            aria-label={t('credentials:changeEmail')}
            onClick={() => openDialog('email')}
          >
            {t('common:change')}
          </Button>
        </Fact>
        <Fact name="nickname" label={t('credentials:nickname')}>
          {user ? <NicknameEditor user={user} /> : <Skeleton width="90px" />}
        </Fact>
        <Fact name="password" label={t('credentials:password')}>
          <span aria-hidden="true">••••••••</span>
          <Button aria-label={t('credentials:changePassword')} onClick={() => openDialog('password')}>
            {t('common:change')}
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
    <Fact name="balance" label={t('payout:balance')}>
      <span className="grid min-0 break">
        {result ? (
          <BalanceAmounts {...result.data} />
        ) : error ? (
          <span className="muted">{t('account:profile.balanceFailed')}</span>
        ) : (
          <Skeleton width="90px" />
        )}
      </span>
      <a className="button fixed" href={localizePath('/statements', locale())}>
        {t('payout:statements')}
      </a>
    </Fact>
  )
}

function BalanceAmounts({ balance, awaiting, currency }: Balance) {
  const money = (amount: number) => formatMoney(amount, currency, locale())
  return (
    <>
      <b className="bold">{money(balance)}</b>
      {awaiting > 0 && <small>{t('account:profile.balanceAwaiting', { amount: money(awaiting) })}</small>}
    </>
  )
}

const NicknameForm = z.object({ nickname: Nickname })

function NicknameEditor({ user }: { user: User }) {
  const [isEditing, setIsEditing] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) container.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <NicknameField initialNickname={user.nickname} onClose={() => setIsEditing(false)} />
  return (
    <div ref={container} className="line grow justify-between gap-3">
      <span>{user.nickname}</span>
      <Button aria-label={t('account:profile.change')} onClick={() => setIsEditing(true)}>
        {t('common:change')}
      </Button>
    </div>
  )
}

interface NicknameFieldProps {
  initialNickname: string
  onClose: () => void
}

function NicknameField({ initialNickname, onClose }: NicknameFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = container.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  const save = async ({ nickname }: z.infer<typeof NicknameForm>) => {
    if (nickname !== initialNickname) {
      setUser((await call(updateAccount, { body: { nickname } })).user)
      notify('success', t('account:profile.changed'))
    }
    onClose()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the field inside; its button does the same.
    <div ref={container} className={`full ${styles.editor}`} onKeyDown={closeOnEscape}>
      <Form schema={NicknameForm} onSubmit={save}>
        <Field
          name="nickname"
          label={t('credentials:nickname')}
          hint={t('common:lengthHint', nicknameLength)}
          defaultValue={initialNickname}
          autoComplete="nickname"
          required
        />
        <div className="wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton>{t('common:save')}</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
