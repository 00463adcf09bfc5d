import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { readWithdrawal, withdrawAccount } from '#contract/people/account.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { AccountMoney } from '#islands/kit/dialogs/AccountMoney.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, FormActions, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { call } from '#lib/api/call.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { clearCachedFlags, clearUser } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { openPage } from '#lib/navigation/router.ts'
import { host, tokenKey } from '#lib/site/host.ts'
import { removeLocal } from '#lib/site/storage.ts'

const withdrawal = createQuery($callerKey, readWithdrawal, () => ({}))

export function WithdrawDialog() {
  const { result } = useStore(withdrawal.$state)
  const [isWithdrawn, setIsWithdrawn] = useState(false)
  const submitWithdrawal = async ({ password }: { password: string }) => {
    await call(withdrawAccount, { body: { password } })
    // Signs out other tabs at once, and this one when the confirmation closes or another tab changes the storage.
    clearCachedFlags()
    removeLocal(tokenKey(host))
    setIsWithdrawn(true)
  }
  if (isWithdrawn) return <WithdrawalSuccess />
  if (result?.data.hasMembers || result?.data.hasChannels) return <NetworkInUse {...result.data} />
  return (
    <Dialog title={t('account:withdraw.title')} swipe="down" onClose={closeDialog}>
      <Consequences />
      <Form schema={withdrawAccount.body} onSubmit={submitWithdrawal}>
        <Field
          name="password"
          type="password"
          label={t('credentials:currentPassword')}
          autoComplete="current-password"
          required
        />
        <FormActions kind="danger" onClose={closeDialog}>
          {t('account:withdraw.open')}
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** Asks for no password that could only be refused. */
const NetworkInUse = ({ hasMembers, hasChannels }: EndpointOutput<typeof readWithdrawal>) => (
  <Dialog title={t('account:withdraw.title')} swipe="down" onClose={closeDialog}>
    <DialogContent>
      <p>{t('account:withdraw.manager')}</p>
      <div className="wrap gap-2">
        {hasMembers && <NetworkLink view="manage-member" />}
        {hasChannels && <NetworkLink view="manage-channel" />}
      </div>
    </DialogContent>
    <DialogActions>
      <Button onClick={closeDialog}>{t('common:close')}</Button>
    </DialogActions>
  </Dialog>
)

const NetworkLink = ({ view }: { view: 'manage-member' | 'manage-channel' }) => (
  <a className="button" href={localizePath(`/${view}`, locale())}>
    {t(`shell:views.${view}`)}
  </a>
)

function Consequences() {
  return (
    <DialogContent>
      <AccountMoney />
      <PointList
        tone="warn"
        title={t('account:withdraw.goes')}
        points={(['goesPerson', 'goesSessions', 'goesChannels'] as const).map((key) =>
          t(`account:withdraw.${key}`),
        )}
      />
      <PointList
        title={t('account:withdraw.stays')}
        points={(['staysFigures', 'staysChannels'] as const).map((key) => t(`account:withdraw.${key}`))}
      />
      <p className="medium">{t('account:withdraw.settlement')}</p>
    </DialogContent>
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
      <DialogContent>
        <p className="muted" role="status">
          {t('account:withdraw.doneText')}
        </p>
      </DialogContent>
      <DialogActions ref={actions}>
        <Button kind="primary" onClick={goHome}>
          {t('account:withdraw.home')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
