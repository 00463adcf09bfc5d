import * as z from 'zod/mini'
import { NewPassword } from '#contract/people/auth.ts'

/** Confirmations also check the length: the API counts every wrong password as an attempt. */
export const PasswordForm = z.object({ password: NewPassword })
