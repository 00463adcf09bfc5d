import { isLocale } from '#contract/locale.ts'
import { saveLanguage } from './language.ts'

function saveChoice(target: Element): void {
  const link = target.closest<HTMLAnchorElement>('a[data-language]')
  const language = link?.dataset.language
  if (!link || !isLocale(language)) return
  saveLanguage(language)
  link.search = location.search
  link.hash = location.hash
}

const findOpenMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-languages][open]')

function handleClick({ target }: Event): void {
  if (!(target instanceof Element)) return
  saveChoice(target)
  for (const menu of findOpenMenus()) menu.open = menu.contains(target)
}

function handleEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  for (const menu of findOpenMenus()) {
    if (!menu.contains(document.activeElement)) continue
    menu.open = false
    menu.querySelector('summary')?.focus()
    // Keeps a dialog around the menu open.
    event.preventDefault()
  }
}

/** Handles `a[data-language]`: saves the choice and keeps the query. Idempotent. */
export function initLanguageMenus(): void {
  addEventListener('click', handleClick)
  addEventListener('keydown', handleEscape)
}
