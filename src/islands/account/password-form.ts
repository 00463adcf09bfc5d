import * as z from 'zod/mini'
import { AccountUpdate } from '#contract/account.ts'
import { errorCode } from '#contract/errors.ts'

const { password, new_password } = AccountUpdate.shape

/** What the dialog asks for: the password of now, and the new one twice. */
export const PasswordForm = z.object({ password, new_password, confirmation: z.string() }).check(
  z.refine((form) => form.new_password === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    // Also while other fields are wrong, so that everything is said at once.
    when: () => true,
  }),
)
export type PasswordForm = z.infer<typeof PasswordForm>
