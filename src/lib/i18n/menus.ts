import { isLocale } from '#contract/platform/locale.ts'
import { saveLanguage } from './language.ts'

function saveChoice(target: Element): void {
  const link = target.closest<HTMLAnchorElement>('a[data-language]')
  const language = link?.dataset.language
  if (!link || !isLocale(language)) return
  saveLanguage(language)
  link.search = location.search
  link.hash = location.hash
}

const openMenu = 'details[data-menu][open]'

function handleClick({ target }: Event): void {
  if (!(target instanceof Element)) return
  saveChoice(target)
  // A dialog that a menu opened returns the focus to the menu. A link leaves the page, or replaces only its content.
  const scope = target.closest('dialog') ?? document
  for (const menu of scope.querySelectorAll<HTMLDetailsElement>(openMenu))
    menu.open = menu.contains(target) && !target.closest('a')
}

function handleEscape(event: KeyboardEvent): void {
  const menu = document.activeElement?.closest<HTMLDetailsElement>(openMenu)
  if (event.key !== 'Escape' || !menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
  // Otherwise Escape would also close a dialog around the menu.
  event.preventDefault()
}

/**
 * Closes `details[data-menu]` on a click outside and on Escape, and handles `a[data-language]`: saves the choice and
 * keeps the query. Idempotent.
 */
export function initMenus(): void {
  addEventListener('click', handleClick)
  addEventListener('keydown', handleEscape)
}
