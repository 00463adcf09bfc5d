import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { withdrawAccount } from '#contract/account.ts'
import { Dialog } from '#islands/dialogs/Dialog.tsx'
import { useFormState } from '#islands/forms/context.ts'
import { Field } from '#islands/forms/Field.tsx'
import { Form } from '#islands/forms/Form.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { $isManager, clearUser } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { openPage } from '#lib/navigation/router.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { removeLocal } from '#lib/site/storage.ts'
import styles from './Account.module.css'

/** Ends the membership, once what goes and what stays has been read, and says that it has ended. */
export function WithdrawDialog() {
  const [isWithdrawn, setIsWithdrawn] = useState(false)
  const submitWithdrawal = async ({ password }: { password: string }) => {
    await call(withdrawAccount, { body: { password } })
    // Other tabs leave at once. This one keeps to what it shows until that has been read.
    removeLocal(tokenKey(host))
    setIsWithdrawn(true)
  }
  if (isWithdrawn) return <WithdrawalSuccess />
  return (
    <Dialog title={t('account:withdraw.title')} swipe="down" onClose={closeDialog}>
      <Consequences />
      <Form schema={withdrawAccount.body} onSubmit={submitWithdrawal}>
        <Field
          name="password"
          type="password"
          label={t('account:password.current')}
          autoComplete="current-password"
          required
        />
        <div className={styles.actions}>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <ConfirmButton />
        </div>
      </Form>
    </Dialog>
  )
}

function Consequences() {
  const isManager = useStore($isManager)
  return (
    <div className={styles.consequences}>
      <h3>{t('account:withdraw.goes')}</h3>
      <ul>
        <li>{t('account:withdraw.goesPerson')}</li>
        <li>{t('account:withdraw.goesSessions')}</li>
        <li>{t('account:withdraw.goesChannels')}</li>
      </ul>
      <h3>{t('account:withdraw.stays')}</h3>
      <ul>
        <li>{t('account:withdraw.staysFigures')}</li>
        <li>{t('account:withdraw.staysChannels')}</li>
      </ul>
      <p>{t(isManager ? 'account:withdraw.manager' : 'account:withdraw.settlement')}</p>
    </div>
  )
}

function ConfirmButton() {
  const { pending } = useFormState()
  return (
    <Button type="submit" kind="danger" pending={pending}>
      {t('account:withdraw.confirm')}
    </Button>
  )
}

function goHome(): void {
  clearUser()
  openPage('/', { replace: true })
}

function WithdrawalSuccess() {
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])
  return (
    <Dialog title={t('account:withdraw.done')} swipe="down" onClose={goHome}>
      <p className={styles.question} role="status">
        {t('account:withdraw.doneText')}
      </p>
      <div ref={actions} className={styles.actions}>
        <Button kind="primary" onClick={goHome}>
          {t('account:withdraw.home')}
        </Button>
      </div>
    </Dialog>
  )
}
