import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Snackbars } from './Snackbars.tsx'

/** Shows the stack on a page without islands: loaded only when there is something to say. */
export function mountSnackbars(): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(createElement(Snackbars))
}
