import { atom, computed } from 'nanostores'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { $isOutdated } from './build-version.ts'

interface Address {
  /** Excludes the language. */
  readonly path: string
  readonly search: string
}

const isBrowser = typeof window !== 'undefined'

const readAddress = (): Address =>
  isBrowser ? { path: stripLocale(location.pathname), search: location.search } : { path: '/', search: '' }

const $address = atom<Address>(readAddress())

if (isBrowser) addEventListener('popstate', () => $address.set(readAddress()))

/** Build time only. */
export const setPrerenderedPath = (path: string): void => $address.set({ path, search: '' })

/** Excludes the language: `/dashboard` on `/en/dashboard`. */
export const $path = computed($address, ({ path }) => path)

/** The URL's query is the source of truth for filters, sorting and dialogs. */
export const $params = computed(
  $address,
  ({ search }): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(search)),
)

/** Patches the query; `undefined` and '' remove a parameter. Pushes a history entry unless `replace` is set. */
export function setParams(
  patch: Readonly<Record<string, string | undefined>>,
  { replace = false }: { replace?: boolean } = {},
): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(patch)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  const search = params.size > 0 ? `?${params}` : ''
  if (search !== location.search) changeAddress(location.pathname + search, replace)
}

function changeAddress(url: string, replace: boolean): void {
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  $address.set(readAddress())
}

/** Navigates on the client, unless a newer build requires a page load. `path` excludes the language. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if ($isOutdated.get()) openPage(path, { replace })
  else changeAddress(localizePath(path, locale()), replace)
}

export function openPage(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = localizePath(path, locale())
  if (replace) location.replace(url)
  else location.assign(url)
}
