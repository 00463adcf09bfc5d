import * as z from 'zod/mini'
import { NewPassword } from '#contract/auth.ts'

/**
 * For confirmations too: the API accepts any password and counts a wrong one as an attempt, so a password of an
 * impossible length is not sent.
 */
export const PasswordForm = z.object({ password: NewPassword })
