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
import { countryCodes, getCountryName } from '#lib/format/countries.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $currency } from '#lib/site/site.ts'
import { ownPayee } from './store.ts'

const Password = { password: z.optional(z.string()) }
const forms = { KRW: z.extend(payeeForms.KRW, Password), USD: z.extend(payeeForms.USD, Password) }

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
        <Field
          name="bank"
          label={t('payee:field.bank')}
          hint={currency === 'USD' ? t('payee:bankHint') : undefined}
          defaultValue={before?.bank}
          autoComplete="off"
          maxLength={80}
          required
        />
        <Field
          name="account"
          label={t('payee:field.account')}
          hint={t(`payee:accountHint.${currency}`)}
          inputMode={currency === 'KRW' ? 'numeric' : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          required
        />
        {currency === 'USD' && <DollarFields swift={before?.swift} country={before?.country} />}
        {confirmationFields}
        <FormActions onClose={onClose}>{t('payee:submit')}</FormActions>
      </Form>
    </>
  )
}

interface DollarFieldsProps {
  swift: string | null | undefined
  country: string | null | undefined
}

function DollarFields({ swift, country }: DollarFieldsProps) {
  const collator = new Intl.Collator(locale())
  const countries = countryCodes
    .map((code) => ({ value: code, label: getCountryName(code, locale()) }))
    .sort((a, b) => collator.compare(a.label, b.label))
  return (
    <>
      <Field
        name="swift"
        label={t('payee:field.swift')}
        hint={t('payee:swiftHint')}
        defaultValue={swift ?? undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
      />
      <SelectField
        name="country"
        label={t('payee:field.country')}
        placeholder={t('payee:choose')}
        initialValue={country ?? undefined}
        options={countries}
      />
    </>
  )
}
