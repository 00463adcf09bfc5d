declare module 'virtual:lazy-screens' {
  type Screen = import('#islands/kit/screen/manifest.ts').Screen

  /** Screens with a view. */
  export const lazyScreens: readonly (Pick<Screen, 'name' | 'paths' | 'parent' | 'namespaces'> & {
    readonly loadManifest: () => Promise<{ readonly screen: Screen }>
  })[]
}

declare module 'virtual:desk-lazy-screens' {
  type Screen = import('#islands/kit/screen/manifest.ts').DeskScreen

  export const lazyScreens: readonly (Pick<Screen, 'name' | 'paths' | 'parent' | 'namespaces'> & {
    readonly loadManifest: () => Promise<{ readonly screen: Screen }>
  })[]
}
