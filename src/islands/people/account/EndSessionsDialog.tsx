import type { SecondFactors } from '#contract/people/second-factor.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  ConfirmationActions,
  ConfirmationFields,
  ConfirmationForm,
  confirmIdentity,
  NoConfirmation,
} from './second-factor/confirmation.tsx'
import { endSession } from './state/store.ts'

interface EndSessionsDialogProps {
  /** Null: all but the current one. */
  session: { id: number; device: string } | null
  confirmation: SecondFactors['confirmation']
  onClose: () => void
}

export function EndSessionsDialog({ session, confirmation, onClose }: EndSessionsDialogProps) {
  const { id, device = null } = session ?? {}
  const end = async ({ password }: { password?: string | undefined }) => {
    await endSession(id, await confirmIdentity(confirmation, password))
    notify(
      'success',
      device === null ? t('account:sessions.othersEnded') : t('account:sessions.ended', { device }),
    )
    onClose()
  }
  return (
    <Dialog
      title={device === null ? t('account:sessions.endOthers') : t('account:sessions.endOf', { device })}
      swipe="down"
      onClose={onClose}
    >
      {confirmation === null ? (
        <NoConfirmation onClose={onClose} />
      ) : (
        <>
          <DialogContent>
            <p className="muted">
              {t(device === null ? 'account:sessions.question' : 'account:sessions.confirm')}
            </p>
          </DialogContent>
          <Form schema={ConfirmationForm} onSubmit={end}>
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions onClose={onClose}>{t('shell:logout.confirm')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
