import { t } from '#lib/i18n/strings.ts'
import { $snackbars, dismissSnackbar, type Snackbar, type SnackbarType } from './snackbars.ts'

const displayMs: Record<SnackbarType, number> = { info: 4000, success: 4000, error: 8000 }

const iconPaths: Record<SnackbarType, string> = {
  info: 'M8 7v4.5M8 4.5v.5',
  success: 'm4.6 8.3 2.4 2.4 4.6-5',
  error: 'M8 4.5v4.2M8 11v.5',
}

const renderIcon = (content: string) => `<svg viewBox="0 0 16 16" aria-hidden="true">${content}</svg>`

function createItem({ id, type, message }: Snackbar): HTMLLIElement {
  const item = document.createElement('li')
  item.dataset.id = String(id)
  item.dataset.type = type
  item.innerHTML = `${renderIcon(`<circle cx="8" cy="8" r="7.2"/><path d="${iconPaths[type]}"/>`)}<span></span><button type="button">${renderIcon('<path d="m4 4 8 8m0-8-8 8"/>')}</button>`
  const [, text, button] = item.children as unknown as [SVGElement, HTMLSpanElement, HTMLButtonElement]
  text.role = type === 'error' ? 'alert' : 'status'
  text.textContent = message
  button.ariaLabel = t('common:close')
  button.addEventListener('click', () => dismissSnackbar(id))
  closeAfterDelay(item, () => dismissSnackbar(id), displayMs[type])
  return item
}

function closeAfterDelay(item: HTMLElement, close: () => void, delayMs: number): void {
  let timer: ReturnType<typeof setTimeout>
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(close, delayMs)
  }
  const pause = () => clearTimeout(timer)
  for (const name of ['pointerenter', 'focusin']) item.addEventListener(name, pause)
  for (const name of ['pointerleave', 'focusout']) item.addEventListener(name, start)
  start()
}

let list: HTMLOListElement | undefined

function createList(): HTMLOListElement {
  const element = document.createElement('ol')
  element.className = 'snackbars'
  element.popover = 'manual'
  element.ariaLabel = t('common:messages')
  $snackbars.subscribe((snackbars) => {
    const shown = new Map([...element.children].map((item) => [(item as HTMLElement).dataset.id, item]))
    element.replaceChildren(
      ...snackbars.map((snackbar) => shown.get(String(snackbar.id)) ?? createItem(snackbar)),
    )
    showList(element)
  })
  return element
}

/** Reopening a popover moves it above dialogs opened in the meantime. */
function showList(element: HTMLOListElement): void {
  if (!element.isConnected) return
  element.hidePopover()
  if (element.childElementCount > 0) element.showPopover()
}

/**
 * Framework-free, shared by static pages and islands. `parent` is the top dialog or the page, because everything
 * outside a modal dialog is inert.
 */
export function mountSnackbars(parent: Element): void {
  list ??= createList()
  if (list.parentElement !== parent) parent.append(list)
  showList(list)
}
