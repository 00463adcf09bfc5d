import { localePath, plainPath } from '#lib/language.ts'
import { locale } from '#lib/strings.ts'

/** What has no language: files, and what the API gives. */
const plain = /^\/api\/|\.\w+$/

/** A page of the site that a notice links to, in the reader's language. */
export function siteAddress(href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  return plain.test(path) ? href : localePath(plainPath(path), locale()) + rest
}
