/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The API's base, when it is not `/api` on the site's own origin. */
  PUBLIC_API_URL?: string
}

declare module 'virtual:inline/*' {
  const code: string
  // biome-ignore lint/style/noDefaultExport: what the build makes has no other
  export default code
}

declare module 'virtual:module/*' {
  const code: string
  // biome-ignore lint/style/noDefaultExport: what the build makes has no other
  export default code
}
