/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The API's base, when it is not `/api` on the site's own origin. */
  PUBLIC_API_URL?: string
}

declare module 'virtual:head-script' {
  const code: string
  export default code
}
