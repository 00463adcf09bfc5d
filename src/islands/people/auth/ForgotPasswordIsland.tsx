import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { Island } from '#islands/kit/island/Island.tsx'
import { call } from '#lib/api/call.ts'
import { $device } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Auth.module.css'
import outcomeStyles from './outcome/Outcome.module.css'

const ResetForm = z.object({ email: Email })

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const submit = async ({ email }: z.output<typeof ResetForm>) => {
    await call(requestPasswordReset, { body: { email, device: $device.get() || undefined } })
    onSent(email)
  }
  return (
    <>
      <p className={styles.lead}>{t('auth:forgot.lead')}</p>
      <Form schema={ResetForm} onSubmit={submit}>
        <Field name="email" label={t('credentials:email')} type="email" autoComplete="username" required />
        <SubmitButton>{t('auth:forgot.submit')}</SubmitButton>
      </Form>
    </>
  )
}

/** Says the same whether or not the address has an account. */
function MailSent({ email }: { email: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} className={styles.lead} role="status" tabIndex={-1}>
      {t('auth:forgot.sent', { email })}
    </p>
  )
}

function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      {sentTo === undefined ? <RequestForm onSent={setSentTo} /> : <MailSent email={sentTo} />}
      <p className={styles.note}>{t('auth:forgot.noMail')}</p>
      <p className={styles.other}>
        <a href={localizePath('/login', locale())}>{t('auth:forgot.back')}</a>
      </p>
    </>
  )
}

export function ForgotPasswordIsland() {
  return (
    <>
      <h1 className={outcomeStyles.title}>{t('auth:forgot.title')}</h1>
      <Island>
        <ForgotPassword />
      </Island>
    </>
  )
}
