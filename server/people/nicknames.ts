import type { Site } from '#server/platform/auth/sites.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Words that members take for the operator or for somebody who acts for the site. */
const operatorWords = [
  '운영자',
  '운영진',
  '운영팀',
  '관리자',
  '어드민',
  'operator',
  'administrator',
  'admin',
  '运营者',
  '运营',
  '管理员',
  '管理者',
  '營運者',
  '營運',
  '管理員',
]

/** Ignores case, width, spaces and punctuation: “Ａｄｍｉｎ.” is the word as well. */
const normalizeName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{P}\p{S}]/gu, '')

const isReserved = (text: string, words: readonly string[]) =>
  words.map(normalizeName).includes(normalizeName(text))

/**
 * A person must not pose as the operator in lists and messages. Nicknames of before stay until they are changed.
 * @throws {Refusal}
 */
export function requireOrdinaryNickname(
  { name, names, domain }: Pick<Site, 'name' | 'names' | 'domain'>,
  nickname: string,
): void {
  if (isReserved(nickname, [name, ...Object.values(names), domain, ...operatorWords]))
    throw new Refusal('invalid', { fields: { nickname: 'nickname_reserved' } })
}

/** A network may have the name of its site: on many sites, it is the only one. @throws {Refusal} */
export function requireOrdinaryNetworkName(name: string): void {
  if (isReserved(name, operatorWords)) throw new Refusal('invalid', { fields: { name: 'nickname_reserved' } })
}
