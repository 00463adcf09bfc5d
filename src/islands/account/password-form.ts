import * as z from 'zod/mini'
import { AccountChange } from '#contract/account.ts'
import { says } from '#contract/errors.ts'

const { password, new_password } = AccountChange.shape

/** What the dialog asks for: the password of now, and the new one twice. */
export const PasswordForm = z.object({ password, new_password, confirmation: z.string() }).check(
  z.refine((form) => form.new_password === form.confirmation, {
    path: ['confirmation'],
    ...says('password_mismatch'),
    // Also while other fields are wrong, so that everything is said at once.
    when: () => true,
  }),
)
export type PasswordForm = z.infer<typeof PasswordForm>
