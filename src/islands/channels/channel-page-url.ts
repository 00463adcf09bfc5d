import { apiBaseUrl } from '#lib/api/base-url.ts'

/** Demo channel pages are on the API's origin, which can differ from the site's. */
export const getChannelPageUrl = (page: string) =>
  apiBaseUrl.startsWith('http') ? new URL(page, apiBaseUrl).href : page
