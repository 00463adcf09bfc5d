import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'

/** Files and API paths have no language. */
const unlocalizedPath = /^\/api\/|\.\w+$/

export function localizeHref(href: string): string {
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  return unlocalizedPath.test(path) ? href : localizePath(stripLocale(path), locale()) + suffix
}
