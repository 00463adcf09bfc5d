import { useState } from 'react'
import { dollarMethods, type Payee } from '#contract/settlement/payees.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { SelectField } from '#islands/kit/forms/SelectField.tsx'
import { countryCodes, getCountryName } from '#lib/format/countries.ts'
import { locale, t } from '#lib/i18n/strings.ts'

type Method = (typeof dollarMethods)[number]

const findMethod = (text: string | undefined): Method | undefined =>
  dollarMethods.find((method) => method === text)

/** Asks how to pay abroad, and only for what that needs. */
export function DollarFields({ before }: { before: Payee | null | undefined }) {
  const [method, setMethod] = useState(findMethod(before?.method))
  return (
    <>
      <SelectField
        name="method"
        label={t('payee:field.method')}
        placeholder={t('payee:choose')}
        initialValue={method}
        options={dollarMethods.map((value) => ({ value, label: t(`payee:methods.${value}`) }))}
        onChange={(value) => setMethod(findMethod(value))}
      />
      {method && <AccountFields method={method} before={before} />}
      <CountryField country={before?.country} />
    </>
  )
}

function AccountFields({ method, before }: { method: Method; before: Payee | null | undefined }) {
  const isBank = method !== 'paypal'
  const sameBefore = before?.method === method ? before : undefined
  return (
    <>
      {isBank && (
        <Field
          name="bank"
          label={t('payee:field.bank')}
          defaultValue={sameBefore?.bank}
          autoComplete="off"
          maxLength={80}
          required
        />
      )}
      <Field
        key={method}
        name="account"
        type={isBank ? 'text' : 'email'}
        label={t(isBank ? 'payee:field.account' : 'payee:field.email')}
        hint={t(`payee:accountHint.${method}`)}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        required
      />
      {isBank && (
        <Field
          name="swift"
          label={t('payee:field.swift')}
          hint={t('payee:swiftHint')}
          defaultValue={sameBefore?.swift ?? undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          required={method === 'account'}
        />
      )}
    </>
  )
}

function CountryField({ country }: { country: string | null | undefined }) {
  const collator = new Intl.Collator(locale())
  const countries = countryCodes
    .map((code) => ({ value: code, label: getCountryName(code, locale()) }))
    .sort((a, b) => collator.compare(a.label, b.label))
  return (
    <SelectField
      name="country"
      label={t('common:country')}
      placeholder={t('payee:choose')}
      initialValue={country ?? undefined}
      options={countries}
    />
  )
}
