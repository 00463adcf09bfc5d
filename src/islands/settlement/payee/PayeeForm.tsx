import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { payeeKinds } from '#contract/people/payee-states.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { type Payee, payeeForms } from '#contract/settlement/payees.ts'
import { DialogContent, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $currency } from '#lib/site/site.ts'
import { DollarFields } from './DollarFields.tsx'
import { WonFields } from './WonFields.tsx'

const Password = { password: z.optional(z.string()) }
const forms = { KRW: z.safeExtend(payeeForms.KRW, Password), USD: z.safeExtend(payeeForms.USD, Password) }

export type PayeeValues = z.output<(typeof forms)[Currency]>

interface PayeeFormProps {
  lead: string
  before?: Payee | null | undefined
  /** Fields for the password, or for its replacement. */
  confirmationFields?: ReactNode
  save: (values: PayeeValues) => Promise<void>
  onClose: () => void
}

export function PayeeForm({ lead, before, confirmationFields, save, onClose }: PayeeFormProps) {
  const currency = useStore($currency)
  const Account = currency === 'KRW' ? WonFields : DollarFields
  return (
    <>
      <DialogContent>
        <p className="muted">{lead}</p>
      </DialogContent>
      <Form schema={forms[currency]} onSubmit={save}>
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
        <FormActions onClose={onClose}>{t('common:save')}</FormActions>
      </Form>
    </>
  )
}
