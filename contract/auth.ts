import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { says } from './errors.ts'

export const passwordLength = { min: 4, max: 64 }
export const nicknameLength = { min: 2, max: 12 }

const characters = (text: string) => [...text].length

/** An address as HTML's own `type=email` understands it, with a dot in its host. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, says('email_required')),
    z.maxLength(254, says('email_invalid')),
    z.regex(
      /^[^\s@,;:<>()[\]"\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u,
      says('email_invalid'),
    ),
  )

export const NewPassword = z.string().check(
  z.minLength(1, says('password_required')),
  z.refine(
    (text) =>
      text === '' || (characters(text) >= passwordLength.min && characters(text) <= passwordLength.max),
    says('password_length'),
  ),
)

export const Nickname = z.string().check(
  z.trim(),
  z.minLength(1, says('nickname_required')),
  z.refine(
    (text) =>
      text === '' || (characters(text) >= nicknameLength.min && characters(text) <= nicknameLength.max),
    says('nickname_length'),
  ),
)

export const Credentials = z.object({
  id: z.string().check(z.trim(), z.minLength(1, says('login_required')), z.maxLength(254)),
  password: z.string().check(z.minLength(1, says('login_required')), z.maxLength(1024)),
})
export type Credentials = z.infer<typeof Credentials>

export const JoinForm = z.object({ email: Email, password: NewPassword, nickname: Nickname })
export type JoinForm = z.infer<typeof JoinForm>

/** 256 random bits in base64url. */
export const Token = z.string().check(z.regex(/^[\w-]{43}$/))

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: 'member/login',
  access: 'public',
  body: Credentials,
  output: z.object({ token: Token }),
  refusals: ['unknown_site', 'wrong_credentials', 'too_many'],
})

export const join = endpoint({
  name: 'join',
  method: 'POST',
  path: 'v2/mcn/join',
  access: 'public',
  body: JoinForm,
  refusals: ['unknown_site', 'taken', 'too_many'],
})
