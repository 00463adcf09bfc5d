import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'

/** What has no language: files, and what the API gives. */
const unlocalizedPath = /^\/api\/|\.\w+$/

/** A page of the site that a notice links to, in the reader's language. */
export function localizeHref(href: string): string {
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  return unlocalizedPath.test(path) ? href : localizePath(stripLocale(path), locale()) + suffix
}
