import { isLocale } from '#contract/locale.ts'
import { keepLanguage } from './language.ts'

/** Makes links marked with `data-language` keep the choice, and the query of the page they lead away from. */
export function followLanguageLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-language]') : null
    const language = link?.dataset.language
    if (!link || !isLocale(language)) return
    keepLanguage(language)
    link.search = location.search
  }
  addEventListener('click', follow)
  return () => removeEventListener('click', follow)
}
