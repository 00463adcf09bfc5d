import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as z from 'zod/mini'
import { type Permission, permissions } from '#contract/platform/roles.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import {
  type DeskScreen,
  deskGroups,
  type FirstRequest,
  getScreenPaths,
  navigationGroups,
  type Screen,
} from '#islands/kit/screen/manifest.ts'
import type { PreloadRequest, QueryParam } from '#lib/page/head/preload-requests.ts'

interface ScreenModule<Manifest extends Screen | DeskScreen = Screen | DeskScreen> {
  readonly screen: Manifest
  readonly firstRequests?: readonly FirstRequest[]
}

type ScreenFile<Manifest extends Screen | DeskScreen> = ScreenModule<Manifest> & { readonly file: string }

type Area = 'portal' | 'desk'

const islandsFolder = fileURLToPath(new URL('../../islands/', import.meta.url))

/** Those of the portal: pages of one area carry nothing of the other. */
export const loadScreens = (folder = islandsFolder) => loadManifests<Screen>('screen.ts', folder)

export const loadDeskScreens = () => loadManifests<DeskScreen>('desk-screen.ts', islandsFolder)

async function loadManifests<Manifest extends Screen | DeskScreen>(
  name: string,
  folder: string,
): Promise<ScreenFile<Manifest>[]> {
  const files = await Array.fromAsync(glob(`**/${name}`, { cwd: folder }))
  return Promise.all(
    files.sort().map(async (name) => {
      const file = `${folder}${name}`
      const requests = `${dirname(file)}/first-requests.ts`
      const modules: ScreenModule<Manifest>[] = await Promise.all(
        [file, requests].filter(existsSync).map((path) => import(pathToFileURL(path).href)),
      )
      return Object.assign({ file }, ...modules)
    }),
  )
}

const loadArea = (area: Area): Promise<ScreenFile<Screen | DeskScreen>[]> =>
  area === 'desk' ? loadDeskScreens() : loadScreens()

function getDefault(schema: z.ZodMiniType | undefined): string | null {
  const parsed = schema?.safeParse(undefined)
  return parsed?.success && parsed.data !== undefined ? String(parsed.data) : null
}

const getPermission = ({ access }: FirstRequest['endpoint']): Permission | '' =>
  permissions.find((permission) => permission === access) ?? ''

function toPreloadRequest({ endpoint, params, values }: FirstRequest): PreloadRequest {
  const { shape } = endpoint.query as z.ZodMiniObject
  const fromAddress = Object.entries(params).map(
    ([key, name]): QueryParam => [key, getDefault(shape[key] as z.ZodMiniType), name],
  )
  const constant = Object.entries(values).map(([key, value]): QueryParam => [key, String(value)])
  return [endpoint.path, [...constant, ...fromAddress], getPermission(endpoint)]
}

const toPreloadRequests = ({ screen, firstRequests = [] }: ScreenModule) =>
  getScreenPaths(screen).map((path): [string, PreloadRequest[]] => [
    path,
    firstRequests.filter(({ paths }) => paths === undefined || paths.includes(path)).map(toPreloadRequest),
  ])

function createNavigation(screens: readonly ScreenModule[], groups: readonly string[]) {
  const entries = screens
    .map(({ screen }) => screen)
    .sort((a, b) => (a.navigation?.order ?? 0) - (b.navigation?.order ?? 0))
  return groups.map((group) => ({
    group,
    items: entries
      .filter(({ navigation }) => navigation?.group === group)
      .map((screen) => ({ name: screen.name, path: getScreenPaths(screen)[0], audience: screen.audience })),
  }))
}

const unique = (names: readonly string[]) => [...new Set(names)].sort()

/** Screen metadata that pages need before any screen loads. */
export const createScreenTables = (
  screens: readonly ScreenModule[],
  groups: readonly string[] = navigationGroups,
) => ({
  navigation: createNavigation(screens, groups),
  dialogFlags: unique(screens.flatMap(({ screen }) => Object.keys(screen.dialogs ?? {}))),
  publicPaths: screens
    .filter(({ screen }) => screen.audience === 'all')
    .flatMap(({ screen }) => getScreenPaths(screen)),
  preloadRequests: Object.fromEntries(
    screens.flatMap(toPreloadRequests).filter(([, requests]) => requests.length > 0),
  ),
  /** The head writes its reply into the skeleton. */
  latestDayPath: readLatestDay.path,
  screenIcons: Object.fromEntries(
    screens.flatMap(({ screen: { name, navigation } }) => (navigation ? [[name, navigation.icon]] : [])),
  ),
})

/** The shell has no manifest, so its lazy namespaces are listed here. */
const shellNamespaces = ['shortcuts', 'saved-views', 'operator-alerts', 'errors']

const listNamespaces = (screens: readonly ScreenModule[]) =>
  unique([
    ...shellNamespaces,
    ...screens.flatMap(({ screen: { namespaces = [], lazyNamespaces = [], dialogs = {} } }) => [
      ...namespaces,
      ...lazyNamespaces,
      ...Object.values(dialogs).flatMap((dialog) => dialog.namespaces),
    ]),
  ])

const createTables = async (area: Area) =>
  area === 'desk'
    ? createScreenTables(await loadDeskScreens(), deskGroups)
    : createScreenTables(await loadScreens())

async function renderTables(area: Area): Promise<string> {
  return Object.entries(await createTables(area))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** Renders the routing data of screens with a view; their manifests load with the view. */
async function renderLazyScreens(area: Area): Promise<string> {
  const lazyScreens = (await loadArea(area))
    .filter(({ screen }) => screen.load)
    .map(({ file, screen: { name, paths, parent, namespaces } }) => {
      const manifest = JSON.stringify(`/src/islands/${relative(islandsFolder, file)}`)
      const fields = JSON.stringify({ name, paths, parent, namespaces })
      return `{ ...${fields}, loadManifest: () => import(${manifest}) }`
    })
  return `export const lazyScreens = [${lazyScreens.join()}]`
}

async function renderLocaleFiles(area: Area): Promise<string> {
  const namespaces = listNamespaces(await loadArea(area))
  const files = `/src/locales/*/*/{${namespaces.join(',')}}.json`
  return `export const localeFiles = import.meta.glob('${files}', { import: 'default' })`
}

const renderers: Readonly<Record<string, (area: Area) => Promise<string>>> = {
  screens: renderTables,
  'lazy-screens': renderLazyScreens,
  'locale-files': renderLocaleFiles,
}

const screenModule = /^virtual:(desk-)?(screens|lazy-screens|locale-files)$/

/**
 * Provides `virtual:screens` (tables of the manifests), `virtual:lazy-screens` (paths of views) and
 * `virtual:locale-files` (lazy texts); of the desk as `virtual:desk-…`. In a bundle for the desk alone, they all are of the desk.
 */
export function screens(only?: 'desk'): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (screenModule.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, prefix, name = ''] = screenModule.exec(id.replace('\0', '')) ?? []
      return renderers[name]?.(prefix || only ? 'desk' : 'portal')
    },
  }
}
