import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { isWithinPath, navigationItems } from './items.ts'

/** Pages for getting in, of no use to who is. */
const signInPaths = ['/login', '/join', '/external/auth']

const isPublicPath = (path: string) =>
  path === '/' ||
  signInPaths.includes(path) ||
  // Of the music only the first page.
  (!path.startsWith('/musics/') &&
    navigationItems.some((place) => place.audience === 'all' && isWithinPath(path, place.path)))

/** Whether a page can only be read signed in. The API keeps what is not for everyone. */
export const requiresAccount = (path: string) => !isPublicPath(path)

/** Where to go after signing in: a path of this site, else the dashboard. Other sites and schemes are not followed. */
export function parseReturnPath(search: string): string | undefined {
  const requested = new URLSearchParams(search).get('fromUrl')
  if (!requested?.startsWith('/')) return undefined
  const placeholderOrigin = 'http://here.invalid'
  if (!URL.canParse(requested, placeholderOrigin)) return undefined
  const url = new URL(requested, placeholderOrigin)
  const path = url.pathname + url.search + url.hash
  // A path such as /.//x would begin with the name of another host once it has been put right.
  const isSameOrigin =
    url.origin === placeholderOrigin && new URL(path, placeholderOrigin).origin === placeholderOrigin
  return isSameOrigin && !signInPaths.includes(stripLocale(url.pathname)) ? path : undefined
}

/** The login page that comes back to an address of this site. */
export function buildLoginPath(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  locale: Parameters<typeof localizePath>[1],
): string {
  const from = new URLSearchParams({ fromUrl: pathname.replace(/\.html$/, '') + search })
  return `${localizePath('/login', locale)}?${from}`
}
