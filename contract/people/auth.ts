import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode, type FieldCode, FieldError } from '#contract/platform/errors.ts'
import { Challenge } from './challenge.ts'

export const passwordLength = { min: 4, max: 64 }
export const nicknameLength = { min: 2, max: 12 }

const countCharacters = (text: string) => [...text].length

/** Would change what stands around it: controls of terminals and of the direction of text, invisible characters. */
const controlCharacter = /[\p{Cc}\p{Cf}]/u

/** The one form in which addresses are stored and compared. PostgreSQL's lower() depends on its locale. */
const normalizeEmail = [z.trim(), z.normalize('NFKC'), z.toLowerCase()] as const

/** HTML's `type=email` syntax, with a dot in the host. */
const email = (required: FieldCode) =>
  z
    .string()
    .check(
      ...normalizeEmail,
      z.minLength(1, errorCode(required)),
      z.maxLength(254, errorCode('email_invalid')),
      z.regex(
        /^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u,
        errorCode('email_invalid'),
      ),
    )

export const Email = email('email_required')
/** Of somebody else. */
export const MemberEmail = email('member_email_required')

export const NewPassword = z.string().check(
  z.minLength(1, errorCode('password_required')),
  z.refine(
    (text) =>
      text === '' ||
      (countCharacters(text) >= passwordLength.min && countCharacters(text) <= passwordLength.max),
    errorCode('password_length'),
  ),
)

const nickname = (max: number, tooLong: FieldCode, tooShort = tooLong) =>
  z.string().check(
    z.trim(),
    z.minLength(1, errorCode('nickname_required')),
    z.refine((text) => text === '' || countCharacters(text) >= nicknameLength.min, errorCode(tooShort)),
    z.refine((text) => countCharacters(text) <= max, errorCode(tooLong)),
    z.refine((text) => !controlCharacter.test(text), errorCode('nickname_characters')),
  )

export const Nickname = nickname(nicknameLength.max, 'nickname_length')

/** Of a member whom a manager creates: the specification limits only the nickname that people choose themselves. */
export const maxMemberNickname = 100
export const MemberNickname = nickname(maxMemberNickname, 'nickname_long', 'nickname_short')

/** 256 random bits in base64url. */
export const Token = z.string().check(z.regex(/^[\w-]{43}$/))

/** Tells a browser that has signed in before from others; signs nobody in. */
export const DeviceToken = Token

export const Credentials = z.object({
  id: z.string().check(...normalizeEmail, z.minLength(1, errorCode('login_required')), z.maxLength(254)),
  password: z.string().check(z.minLength(1, errorCode('login_required')), z.maxLength(1024)),
})
export type Credentials = z.infer<typeof Credentials>

export const JoinForm = z.object({ email: Email, password: NewPassword, nickname: Nickname })
export type JoinForm = z.infer<typeof JoinForm>

export const login = defineEndpoint({
  name: 'login',
  summary:
    'Exchanges an email and a password for a token of this site, or for a challenge if the account has a second factor.',
  method: 'POST',
  path: 'member/login',
  access: 'public',
  limits: [
    { name: 'ip', counted: 'per network of the caller’s address, at its turn' },
    { name: 'wrong-password', counted: 'per account, for each wrong password of a stranger' },
    { name: 'mail', counted: 'per account, for each mailed link' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.extend(Credentials, { device: z.optional(DeviceToken) }),
  /** A challenge instead of a token for accounts with a second factor. */
  output: z.union([z.object({ token: Token, device: DeviceToken }), z.object({ challenge: Challenge })]),
  refusals: ['unknown_site', 'wrong_credentials', 'link_required', 'password_outdated', 'too_many'],
})

export const join = defineEndpoint({
  name: 'join',
  summary:
    'Creates an account, a member of the site’s default network or independent, signs it in, and mails a link that confirms the address.',
  method: 'POST',
  path: 'v2/mcn/join',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'join', by: 'network' },
    { name: 'join-day', by: 'wide-network' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.extend(JoinForm, { device: z.optional(DeviceToken) }),
  output: z.object({ token: Token, device: DeviceToken }),
  refusals: ['unknown_site', 'join_closed', 'taken', 'too_many'],
})

export const checkPassword = defineEndpoint({
  name: 'checkPassword',
  summary: 'Whether a password is easily guessed, as a warning while the form is filled in.',
  method: 'POST',
  path: 'member/password/check',
  access: 'public',
  limits: [{ name: 'password-check', by: 'address' }],
  body: z.object({
    password: z.string().check(z.maxLength(256)),
    email: z._default(z.string().check(z.maxLength(254)), ''),
    nickname: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  output: z.object({ weakness: z.nullable(FieldError) }),
  refusals: ['unknown_site', 'too_many'],
})
