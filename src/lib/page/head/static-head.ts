import { toPagePath } from '#contract/platform/page-path.ts'
import { restoreAddress } from '#lib/navigation/restore-address.ts'
import { initBeforePaint, isErrorPage } from '#lib/page/before-paint.ts'
import { initStaticPage } from '#lib/page/static/static-page.ts'

// The only script of static pages, to avoid loading a framework.

/** The flags of the specification; without a screen, no other has a meaning. */
const flags =
  /[?&](menu|logout|delete|videoDetail|addChannel|(un)?assign|addMember|password)(=[^&]*)?(?=&|$)/g

const { pathname, search } = location
// The pages of errors name the address that was requested.
restoreAddress(isErrorPage() ? pathname : toPagePath(pathname), search.replace(flags, '').replace(/^&/, '?'))
initBeforePaint()
addEventListener('DOMContentLoaded', initStaticPage)
