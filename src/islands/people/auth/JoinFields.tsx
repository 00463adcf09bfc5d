import * as z from 'zod/mini'
import { JoinForm, nicknameLength } from '#contract/people/auth.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Field } from '#islands/kit/forms/Field.tsx'
import { NewPasswordField } from '#islands/kit/forms/NewPasswordField.tsx'
import { SubmitButton } from '#islands/kit/forms/SubmitButton.tsx'
import { t } from '#lib/i18n/strings.ts'

export function JoinFields() {
  const password = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <>
      <Field name="email" label={t('credentials:email')} type="email" autoComplete="email" required />
      <NewPasswordField name="password" label={t('credentials:password')} />
      <Field name="confirmation" label={t('auth:join.confirmation')} {...password} />
      <Field
        name="nickname"
        label={t('credentials:nickname')}
        hint={t('common:lengthHint', nicknameLength)}
        autoComplete="nickname"
        required
      />
      <SubmitButton>{t('auth:join.submit')}</SubmitButton>
    </>
  )
}

const path = ['confirmation']
/** Runs even when other fields are invalid, to report all errors at once. */
const when = () => true

export const ConfirmedJoinForm = z.object({ ...JoinForm.shape, confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path,
    ...errorCode('password_mismatch'),
    when,
  }),
  z.refine(({ password, confirmation }) => password !== '' || confirmation !== '', {
    path,
    ...errorCode('password_required'),
    when,
  }),
)
export type ConfirmedJoinForm = z.infer<typeof ConfirmedJoinForm>
