import * as z from 'zod/mini'
import { JoinForm } from '#contract/auth.ts'
import { errorCode } from '#contract/errors.ts'

export const ConfirmedJoinForm = z.object({ ...JoinForm.shape, confirmation: z.string() }).check(
  z.refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    ...errorCode('password_mismatch'),
    // Also when other fields are invalid, to report all errors at once.
    when: () => true,
  }),
)
export type ConfirmedJoinForm = z.infer<typeof ConfirmedJoinForm>
