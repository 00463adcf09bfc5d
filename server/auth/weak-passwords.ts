import type { FieldCode } from '#contract/errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Site } from '#server/sites.ts'

const commonCount = 10_000

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** The most common passwords of public leaks, most frequent first. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, commonCount))
}

interface Person {
  email: string
  nickname: string
}

/** @returns why the password is easily guessed; undefined if nothing is known against it */
export async function findWeakness(
  password: string,
  { email, nickname }: Person,
): Promise<FieldCode | undefined> {
  const word = password.normalize('NFKC').trim().toLowerCase()
  const personal = [email, email.split('@')[0] ?? '', nickname.trim().toLowerCase()]
  if (personal.includes(word)) return 'password_personal'
  if (/^(.?)\1*$/u.test(word)) return 'password_common'
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(word) ? 'password_common' : undefined
}

interface PasswordChoice extends Person {
  password: string
  isManager: boolean
  /** Name of the field in the form. */
  field: string
}

/** Managers, and everybody on sites that ask for it, need a password that is not easily guessed. @throws {Refusal} */
export async function requireStrongPassword(
  site: Pick<Site, 'hasStrongPasswords'>,
  { password, isManager, field, ...person }: PasswordChoice,
): Promise<void> {
  if (!isManager && !site.hasStrongPasswords) return
  const weakness = await findWeakness(password, person)
  if (weakness) throw new Refusal('invalid', { fields: { [field]: weakness } })
}
