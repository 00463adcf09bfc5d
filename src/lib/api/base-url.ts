/** A URL, or a path of the site itself. */
export const apiBaseUrl = (import.meta.env.PUBLIC_API_URL ?? '/api').replace(/\/+$/, '')

/** Resolves a path below the base of the API; absolute URLs stay as they are. */
export const getApiUrl = (path: string) =>
  /^https?:/.test(path) ? path : `${apiBaseUrl}/${path.replace(/^\/+/, '')}`
