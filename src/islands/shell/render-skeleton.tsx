import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '#contract/platform/locale.ts'
import { installationPermissions, permissions } from '#contract/platform/roles.ts'
import { startPrerenderedSession } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { setPrerenderedPath } from '#lib/navigation/router.ts'
import type { Namespaces } from '#lib/texts/translate.ts'
import { deskViews } from './screens/desk-screens.ts'
import { views } from './screens/screens.ts'

/** A placeholder for any id in a path. */
const placeholderId = '00000000001'

// Runs only at build time, in its own bundle (src/build/bundle/skeletons.ts).

/**
 * Renders the view of a path pattern for a manager or an operator before any data arrives; `data-audience` hides what members do not
 * see.
 */
export async function renderSkeleton(pattern: string, locale: Locale, strings: Namespaces): Promise<string> {
  const view = [...views, ...deskViews].find(({ path }) => path === pattern)
  if (!view) throw new Error(`No view of ${pattern}`)
  setStrings(locale, strings)
  setPrerenderedPath(pattern.replace('*', placeholderId))
  startPrerenderedSession([...permissions, ...installationPermissions])
  await view.content.load()
  const { value, error } = view.content.$state.get()
  if (!value) throw error
  return renderToStaticMarkup(<value.Content />, { identifierPrefix: 'skeleton' })
}
