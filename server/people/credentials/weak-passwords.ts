import type { FieldCode } from '#contract/platform/errors.ts'
import type { Site } from '#server/platform/auth/sites.ts'

const commonCount = 10_000
/**
 * Applies to those who must not have a weak password; the product specification allows four characters for everybody
 * else.
 */
const strongLength = 8
const product = 'hookline'

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

const normalizeWord = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** Ignores spaces, and digits or punctuation around it: “Studio Hana 2026!” is the site's name. */
const stripWord = (text: string) =>
  normalizeWord(text)
    .replace(/\s/g, '')
    .replace(/^[\d\p{P}\p{S}]+|[\d\p{P}\p{S}]+$/gu, '')

/** The product, the site's name, its domain, and the labels of the domain but the last. */
const listContextWords = ({ name, domain }: Pick<Site, 'name' | 'domain'>): string[] =>
  [product, name, domain, ...domain.split('.').slice(0, -1)].map(stripWord).filter((word) => word !== '')

/** @returns why the password is easily guessed; undefined if nothing is known against it */
export async function findWeakness(
  password: string,
  site: Pick<Site, 'name' | 'domain'>,
  { email, nickname }: Person,
): Promise<FieldCode | undefined> {
  const word = normalizeWord(password)
  const personal = [email, email.split('@')[0] ?? '', normalizeWord(nickname)]
  if (personal.includes(word)) return 'password_personal'
  if (listContextWords(site).includes(stripWord(password))) return 'password_context'
  if (/^(.?)\1*$/u.test(word)) return 'password_common'
  commonPasswords ??= loadCommonPasswords()
  if ((await commonPasswords).has(word)) return 'password_common'
  return [...password].length < strongLength ? 'password_short' : undefined
}
