/** A URL, or a path on the site's own origin. */
export const apiBaseUrl = (import.meta.env.PUBLIC_API_URL ?? '/api').replace(/\/+$/, '')

export const getApiUrl = (path: string) =>
  /^https?:/.test(path) ? path : `${apiBaseUrl}/${path.replace(/^\/+/, '')}`
