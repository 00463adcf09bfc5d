import { useStore } from '@nanostores/react'
import type * as z from 'zod/mini'
import { maxMemberNickname } from '#contract/people/auth.ts'
import { updateNetwork } from '#contract/people/membership/staff.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { staff } from '#islands/people/staff/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

export function NetworkDialog() {
  const network = useStore(staff.$state).result?.data.network
  if (!network) return null
  async function save(body: z.output<typeof updateNetwork.body>) {
    await call(updateNetwork, { body })
    notify('success', t('staff:network.done'))
    closeDialog()
    staff.reload()
  }
  return (
    <Dialog title={t('staff:network.title')} swipe="down" guardsInput onClose={closeDialog}>
      <Form schema={updateNetwork.body} onSubmit={save}>
        <Field
          name="name"
          label={t('staff:network.name')}
          hint={t('staff:network.nameHint')}
          defaultValue={network.name}
          maxLength={maxMemberNickname}
          autoComplete="off"
          required
        />
        <Field
          name="contact"
          type="email"
          label={t('staff:network.contact')}
          defaultValue={network.contact}
          autoComplete="off"
          required
        />
        <FormActions onClose={closeDialog}>{t('common:save')}</FormActions>
      </Form>
    </Dialog>
  )
}
