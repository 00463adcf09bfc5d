import * as z from 'zod/mini'
import { JoinForm } from '#contract/people/auth.ts'
import { errorCode } from '#contract/platform/errors.ts'

const path = ['confirmation']
/** Also when other fields are invalid, to report all errors at once. */
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
