import * as z from 'zod/mini'
import { JoinForm } from '#contract/auth.ts'
import { says } from '#contract/errors.ts'

/** What the page asks for: the contract's form and the password once more. */
export const ConfirmedJoin = z.object({ ...JoinForm.shape, confirmation: z.string() }).check(
  z.refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    ...says('password_mismatch'),
    // Also while other fields are wrong, so that everything is said at once.
    when: () => true,
  }),
)
export type ConfirmedJoin = z.infer<typeof ConfirmedJoin>
