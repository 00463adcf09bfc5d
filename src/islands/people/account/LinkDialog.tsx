import type { FactorConfirmation, SecondFactors } from '#contract/people/second-factor.ts'
import { startProviderLink, unlinkProvider } from '#contract/people/sign-in-providers.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { rememberProgress } from '#islands/people/auth/providers/progress.ts'
import { call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  ConfirmationActions,
  ConfirmationFields,
  ConfirmationForm,
  confirmIdentity,
  NoConfirmation,
} from './second-factor/confirmation.tsx'
import { factors, linkedSignIns } from './state/store.ts'

export interface LinkDialogName {
  provider: number
  name: string
  /** Null: there is none yet. */
  link: number | null
}

interface LinkDialogProps {
  dialog: LinkDialogName
  confirmation: SecondFactors['confirmation']
  onClose: () => void
}

/** Leaves the page for the provider. */
async function startLink(provider: number, confirmation: FactorConfirmation): Promise<void> {
  const body = { ...confirmation, provider, origin: location.origin }
  const { token, url } = await call(startProviderLink, { body })
  rememberProgress({ token, locale: locale() })
  location.assign(url)
}

async function unlink(id: number, confirmation: FactorConfirmation): Promise<void> {
  try {
    await call(unlinkProvider, { body: { ...confirmation, id } })
  } finally {
    linkedSignIns.reload()
    factors.reload()
  }
}

/** Confirms who the person is before a link begins or ends. */
export function LinkDialog({ dialog: { provider, name, link }, confirmation, onClose }: LinkDialogProps) {
  const values = { provider: name }
  const title = t(link === null ? 'sign-in-providers:card.addOf' : 'sign-in-providers:card.removeOf', values)
  const submit = async ({ password }: { password?: string | undefined }) => {
    const proof = await confirmIdentity(confirmation, password)
    if (link === null) return startLink(provider, proof)
    await unlink(link, proof)
    notify('success', t('sign-in-providers:card.removed', values))
    onClose()
  }
  return (
    <Dialog title={title} swipe="down" onClose={onClose}>
      {confirmation === null ? (
        <NoConfirmation onClose={onClose} />
      ) : (
        <>
          <DialogContent>
            <p className="muted">
              {t(
                link === null ? 'sign-in-providers:card.addLead' : 'sign-in-providers:card.removeLead',
                values,
              )}
            </p>
          </DialogContent>
          <Form schema={ConfirmationForm} onSubmit={submit}>
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions onClose={onClose}>{t('second-factor:continue')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
