/** Where the API is: an address, or a path of the site itself. */
export const apiBaseUrl = (import.meta.env.PUBLIC_API_URL ?? '/api').replace(/\/+$/, '')

/** The address of something that the API gives as a path below its base. */
export const getApiUrl = (path: string) =>
  /^https?:/.test(path) ? path : `${apiBaseUrl}/${path.replace(/^\/+/, '')}`
