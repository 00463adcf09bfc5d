import type * as z from 'zod/mini'
import { changeEmail } from '#contract/people/email-links.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

async function sendLink(body: z.output<typeof changeEmail.body>): Promise<void> {
  await call(changeEmail, { body })
  notify('success', t('account:email.sent', { email: body.email }))
  closeDialog()
}

export function EmailDialog() {
  return (
    <Dialog title={t('credentials:changeEmail')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p className="muted">{t('account:email.lead')}</p>
      </DialogContent>
      <Form schema={changeEmail.body} onSubmit={sendLink}>
        <Field name="email" type="email" label={t('account:email.field')} autoComplete="email" required />
        <Field
          name="password"
          type="password"
          label={t('credentials:currentPassword')}
          autoComplete="current-password"
          required
        />
        <FormActions onClose={closeDialog}>{t('account:email.submit')}</FormActions>
      </Form>
    </Dialog>
  )
}
