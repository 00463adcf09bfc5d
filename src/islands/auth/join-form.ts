import * as z from 'zod/mini'
import { JoinForm } from '#contract/auth.ts'
import { errorCode } from '#contract/errors.ts'

/** What the page asks for: the contract's form and the password once more. */
export const ConfirmedJoinForm = z.object({ ...JoinForm.shape, confirmation: z.string() }).check(
  z.refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    // Also while other fields are wrong, so that everything is said at once.
    when: () => true,
  }),
)
export type ConfirmedJoinForm = z.infer<typeof ConfirmedJoinForm>
