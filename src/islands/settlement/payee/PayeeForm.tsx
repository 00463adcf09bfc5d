import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { payeeKinds } from '#contract/people/payee-states.ts'
import type { FactorConfirmation } from '#contract/people/second-factor.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { payeeForms, updatePayee } from '#contract/settlement/payees.ts'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $currency } from '#lib/site/site.ts'
import { DollarFields } from './DollarFields.tsx'
import { ownPayee } from './store.ts'
import { WonFields } from './WonFields.tsx'

const Password = { password: z.optional(z.string()) }
const forms = { KRW: z.safeExtend(payeeForms.KRW, Password), USD: z.safeExtend(payeeForms.USD, Password) }

interface PayeeFormProps {
  /** Fields for the password, or for its replacement. */
  confirmationFields: ReactNode
  confirm: (password: string | undefined) => Promise<FactorConfirmation>
  onClose: () => void
  onChanged: () => void
}

export function PayeeForm({ confirmationFields, confirm, onClose, onChanged }: PayeeFormProps) {
  const currency = useStore($currency)
  const before = useStore(ownPayee.$state).result?.data.payee
  async function submit({ password, ...values }: z.output<(typeof forms)[Currency]>): Promise<void> {
    await call(updatePayee, { body: { ...values, ...(await confirm(password)) } })
    notify('success', t('payee:changed'))
    ownPayee.reload()
    onChanged()
    onClose()
  }
  const Account = currency === 'KRW' ? WonFields : DollarFields
  return (
    <>
      <DialogContent>
        <p className="muted">{t('payee:formLead')}</p>
      </DialogContent>
      <Form schema={forms[currency]} onSubmit={submit}>
        <SelectField
          name="kind"
          label={t('payee:field.kind')}
          placeholder={t('payee:choose')}
          initialValue={before?.kind}
          options={payeeKinds.map((kind) => ({ value: kind, label: t(`payee:kind.${kind}`) }))}
        />
        <Field
          name="name"
          label={t('payee:field.name')}
          hint={t('payee:nameHint')}
          defaultValue={before?.name}
          autoComplete="name"
          maxLength={80}
          required
        />
        <Account before={before} />
        {confirmationFields}
        <FormActions onClose={onClose}>{t('payee:submit')}</FormActions>
      </Form>
    </>
  )
}
