import { localePath, plainPath } from './language.ts'
import { isWithin, places } from './places.ts'

/** Pages for getting in, of no use to who is. */
const entryPaths = ['/login', '/join', '/external/auth']

const isOpen = (path: string) =>
  path === '/' ||
  entryPaths.includes(path) ||
  // Of the music only the first page.
  (!path.startsWith('/musics/') &&
    places.some((place) => place.audience === 'all' && isWithin(path, place.path)))

/** Whether a page can only be read signed in. The API keeps what is not for everyone. */
export const needsAccount = (path: string) => !isOpen(path)

/** Where to go after signing in: a path of this site, else the dashboard. Other sites and schemes are not followed. */
export function pathAfterLogin(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('fromUrl')
  if (!wanted?.startsWith('/')) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(wanted, here)) return undefined
  const url = new URL(wanted, here)
  const path = url.pathname + url.search + url.hash
  // A path such as /.//x would begin with the name of another host once it has been put right.
  const stays = url.origin === here && new URL(path, here).origin === here
  return stays && !entryPaths.includes(plainPath(url.pathname)) ? path : undefined
}

/** The login page that comes back to an address of this site. */
export function loginPath(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  locale: Parameters<typeof localePath>[1],
): string {
  const from = new URLSearchParams({ fromUrl: pathname.replace(/\.html$/, '') + search })
  return `${localePath('/login', locale)}?${from}`
}
