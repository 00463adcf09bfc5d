import type { MouseEvent } from 'react'
import { toPagePath } from '#contract/platform/page-path.ts'
import { findView } from '#islands/shell/screens/area.ts'
import { $isSignedIn } from '#lib/api/session.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { $params, navigate } from '#lib/navigation/router.ts'
import { isUnmodifiedClick } from '#lib/navigation/unmodified-click.ts'

/** Navigates on the client, except for visitors: their pages are static. */
export function handleLinkClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isUnmodifiedClick(event) || link.origin !== location.origin || link.target || link.hash)
    return
  const path = stripLocale(link.pathname)
  if (!$isSignedIn.get() || !findView(path) || localizePath(path, locale()) !== toPagePath(link.pathname))
    return
  event.preventDefault()
  navigate(path + link.search, { replace: Boolean($params.get().menu) })
}
