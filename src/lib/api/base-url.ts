/**
 * A URL, or a path on the site's own origin. A server always has such a path, because it fills only the pages that it
 * serves itself.
 */
export const apiBaseUrl = (import.meta.env?.PUBLIC_API_URL ?? '/api').replace(/\/+$/, '')

export const getApiUrl = (path: string) =>
  /^https?:/.test(path) ? path : `${apiBaseUrl}/${path.replace(/^\/+/, '')}`
