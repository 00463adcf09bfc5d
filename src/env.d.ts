/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Base URL of the API, unless it is `/api` on the site's own origin. */
  PUBLIC_API_URL?: string
}

declare namespace Astro {
  interface ClientDirectives {
    'client:painted'?: boolean
  }
}

declare module 'virtual:inline/*' {
  const code: string
  // biome-ignore lint/style/noDefaultExport: generated modules have only a default export
  export default code
}

/** With the screens of the desk. */
declare module 'virtual:desk-inline/*' {
  const code: string
  // biome-ignore lint/style/noDefaultExport: generated modules have only a default export
  export default code
}

declare module 'virtual:module/*' {
  const code: string
  // biome-ignore lint/style/noDefaultExport: generated modules have only a default export
  export default code
}

declare module 'virtual:screens' {
  export interface NavigationItem {
    readonly name: import('#islands/kit/screen/manifest.ts').ViewName
    readonly path: string
    readonly audience: import('#islands/kit/screen/manifest.ts').Audience
  }

  export const navigation: readonly {
    readonly group: import('#islands/kit/screen/manifest.ts').NavigationGroup
    readonly items: readonly NavigationItem[]
  }[]
  export const dialogFlags: readonly string[]
  /** Paths that do not require an account. */
  export const publicPaths: readonly string[]
  export const preloadRequests: Readonly<
    Record<string, readonly import('#lib/page/head/preload-requests.ts').PreloadRequest[]>
  >
  /** Of the reply that the head writes into the skeleton. */
  export const latestDayPath: string
  /** SVG paths by screen. */
  export const screenIcons: Readonly<Record<string, string>>
}

declare module 'virtual:desk-screens' {
  export const navigation: readonly {
    readonly group: import('#islands/kit/screen/manifest.ts').DeskGroup
    readonly items: readonly {
      readonly name: import('#islands/kit/screen/manifest.ts').DeskViewName
      readonly path: string
      readonly audience: import('#contract/platform/roles.ts').InstallationPermission
    }[]
  }[]
  export const dialogFlags: readonly string[]
  /** SVG paths by screen. */
  export const screenIcons: Readonly<Record<string, string>>
}

declare module 'virtual:client-build' {
  /** Undefined during development. */
  export const clientBuild: import('#lib/page/prerender/preload-links.ts').ClientBuild | undefined
}

declare module 'virtual:skeletons' {
  export const renderSkeleton: typeof import('#islands/shell/render-skeleton.tsx').renderSkeleton
}

declare module 'virtual:locale-files' {
  /** Lazy-loaded texts by file. */
  export const localeFiles: Readonly<Record<string, () => Promise<import('#lib/texts/translate.ts').Strings>>>
}

declare module 'virtual:desk-locale-files' {
  export { localeFiles } from 'virtual:locale-files'
}

/** Integrations inject this module into every page on the server; here it contains the texts. */
declare module 'astro:scripts/page-ssr.js'

/** Endpoints need this type; Astro checks components that import each other. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory
  // biome-ignore lint/style/noDefaultExport: components have only a default export
  export default component
}
