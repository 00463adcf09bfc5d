import { useState } from 'react'
import { bankCodes } from '#contract/settlement/payee-rules/banks.ts'
import type { Payee } from '#contract/settlement/payees.ts'
import { useFormState } from '#islands/kit/forms/context.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { t } from '#lib/i18n/strings.ts'

/** Asks for an account at a Korean bank, and for the number that the tax office wants. */
export const WonFields = ({ before }: { before: Payee | null | undefined }) => (
  <>
    <SelectField
      name="bankCode"
      label={t('payee:field.bank')}
      placeholder={t('payee:choose')}
      initialValue={before?.bankCode ?? undefined}
      options={bankCodes.map((code) => ({ value: code, label: t(`banks:${code}`) }))}
    />
    <Field
      name="account"
      label={t('payee:field.account')}
      hint={t('payee:accountHint.KRW')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      required
    />
    <Field
      name="taxId"
      label={t('payee:taxIdLabel')}
      hint={before?.taxId ? t('payee:taxIdStored', { taxId: before.taxId }) : t('payee:taxIdHint')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
    />
    <TaxIdCheck />
  </>
)

/** Lets a person insist on a number whose check digit is wrong. It stays while other fields are corrected. */
function TaxIdCheck() {
  const { errors } = useFormState()
  const [wasAsked, setWasAsked] = useState(false)
  const isAsked = wasAsked || 'taxId' in errors
  if (isAsked && !wasAsked) setWasAsked(true)
  if (!isAsked) return null
  return (
    <label className="wrap gap-2 text-s">
      <input type="checkbox" name="taxIdChecked" />
      {t('payee:taxIdChecked')}
    </label>
  )
}
