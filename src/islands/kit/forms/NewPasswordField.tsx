import { type FocusEvent, useState } from 'react'
import { checkPassword, passwordLength } from '#contract/people/auth.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { Field } from './Field.tsx'

interface NewPasswordFieldProps {
  name: string
  label: string
}

/** Warns about a password that is easy to guess; the API decides whether to refuse it. */
export function NewPasswordField({ name, label }: NewPasswordFieldProps) {
  const [warning, setWarning] = useState('')
  async function check({ target: { value, form } }: FocusEvent<HTMLInputElement>) {
    if ([...value].length < passwordLength.min) return setWarning('')
    const fields = new FormData(form ?? undefined)
    const read = (key: string) => String(fields.get(key) ?? '')
    const body = { password: value, email: read('email') || read('username'), nickname: read('nickname') }
    try {
      setWarning((await call(checkPassword, { body })).weakness?.message ?? '')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWarning('')
    }
  }
  return (
    <div className="grid gap-tight">
      <Field
        name={name}
        label={label}
        hint={t('common:lengthHint', passwordLength)}
        type="password"
        autoComplete="new-password"
        required
        onBlur={check}
      />
      <p className="text-s warn" role="status">
        {warning}
      </p>
    </div>
  )
}
