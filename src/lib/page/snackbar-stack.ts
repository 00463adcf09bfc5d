import { t } from '#lib/i18n/strings.ts'
import { $snackbars, dismissSnackbar, type Snackbar, type SnackbarType } from './snackbars.ts'

const displayMs: Record<SnackbarType, number> = { info: 6000, success: 6000, error: 10_000 }

const circlePath = 'M15.2 8A7.2 7.2 0 1 1 .8 8a7.2 7.2 0 0 1 14.4 0Z'

const iconPaths: Record<SnackbarType, string> = {
  info: 'M8 7v4.5M8 4.5v.5',
  success: 'M4.6 8.3l2.4 2.4 4.6-5',
  error: 'M8 4.5v4.2M8 11v.5',
}

const createShape = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name)

function createIcon(path: string): Element {
  const icon = createShape('svg')
  const shape = createShape('path')
  icon.setAttribute('viewBox', '0 0 16 16')
  icon.setAttribute('aria-hidden', 'true')
  shape.setAttribute('d', path)
  icon.append(shape)
  return icon
}

function createItem({ id, type, message }: Snackbar): HTMLLIElement {
  const item = document.createElement('li')
  item.dataset.id = String(id)
  item.dataset.type = type
  const text = document.createElement('span')
  const button = document.createElement('button')
  text.role = type === 'error' ? 'alert' : 'status'
  text.textContent = message
  button.type = 'button'
  button.append(createIcon('m4 4 8 8m0-8-8 8'))
  button.ariaLabel = t('common:close')
  button.addEventListener('click', () => dismissSnackbar(id))
  item.append(createIcon(circlePath + iconPaths[type]), text, button)
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
 * Needs no framework: static pages and islands share it. `parent` is the top dialog or the page, because everything
 * outside a modal dialog is inert.
 */
export function mountSnackbars(parent: Element): void {
  list ??= createList()
  if (list.parentElement !== parent) parent.append(list)
  showList(list)
}
