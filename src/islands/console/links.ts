import type { MouseEvent } from 'react'
import { localePath, plainPath } from '#lib/language.ts'
import { $params, navigate } from '#lib/router.ts'
import { $signedIn } from '#lib/session.ts'
import { locale } from '#lib/strings.ts'
import { viewAt } from './views.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented

/** Follows links between views without loading a page; all others are the browser's, and all of visitors, who read pages. */
export function followViewLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isPlain(event) || link.origin !== location.origin || link.target || link.hash) return
  const path = plainPath(link.pathname)
  if (!$signedIn.get() || !viewAt(path) || localePath(path, locale()) !== link.pathname) return
  event.preventDefault()
  // The open menu has an entry of its own in the history, which the new view takes.
  navigate(path + link.search, { replace: Boolean($params.get().menu) })
}
