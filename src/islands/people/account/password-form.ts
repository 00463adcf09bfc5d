import * as z from 'zod/mini'
import { AccountUpdate } from '#contract/people/account.ts'
import { errorCode } from '#contract/platform/errors.ts'

const { password, new_password } = AccountUpdate.shape

export const PasswordForm = z.object({ password, new_password, confirmation: z.string() }).check(
  z.refine((form) => form.new_password === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    // Also when other fields are invalid, to report all errors at once.
    when: () => true,
  }),
)
export type PasswordForm = z.infer<typeof PasswordForm>
