import { apiBaseUrl } from '#lib/api/base-url.ts'

/** The demonstration's pages of channels are on the API's own origin, which may be another one than the site's. */
export const getChannelPageUrl = (page: string) =>
  apiBaseUrl.startsWith('http') ? new URL(page, apiBaseUrl).href : page
