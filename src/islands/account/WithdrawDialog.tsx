import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { withdraw } from '#contract/account.ts'
import { call } from '#lib/api.ts'
import { host, tokenKey } from '#lib/host.ts'
import { openPage } from '#lib/router.ts'
import { $isManager, forgetUser } from '#lib/session.ts'
import { forget } from '#lib/storage.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Dialog } from '#shared/Dialog.tsx'
import { Field } from '#shared/Field.tsx'
import { Form } from '#shared/Form.tsx'
import { useFormState } from '#shared/form-state.ts'
import styles from './Account.module.css'
import { closeDialog } from './opened.ts'

/** Ends the membership, once what goes and what stays has been read, and says that it has ended. */
export function WithdrawDialog() {
  const [gone, setGone] = useState(false)
  const leave = async ({ password }: { password: string }) => {
    await call(withdraw, { body: { password } })
    // Other tabs leave at once. This one keeps to what it shows until that has been read.
    forget(tokenKey(host))
    setGone(true)
  }
  if (gone) return <Farewell />
  return (
    <Dialog title={t('account:withdraw.title')} swipe="down" onClose={closeDialog}>
      <Consequences />
      <Form schema={withdraw.body} onSubmit={leave}>
        <Field
          name="password"
          type="password"
          label={t('account:password.current')}
          autoComplete="current-password"
          required
        />
        <div className={styles.actions}>
          <Button onClick={closeDialog}>{t('common:cancel')}</Button>
          <Confirm />
        </div>
      </Form>
    </Dialog>
  )
}

function Consequences() {
  const manages = useStore($isManager)
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
      <p>{t(manages ? 'account:withdraw.manager' : 'account:withdraw.settlement')}</p>
    </div>
  )
}

function Confirm() {
  const { pending } = useFormState()
  return (
    <Button type="submit" kind="danger" pending={pending}>
      {t('account:withdraw.confirm')}
    </Button>
  )
}

function goHome(): void {
  forgetUser()
  openPage('/', { replace: true })
}

function Farewell() {
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
