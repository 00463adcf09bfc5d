import { apiBase } from '#lib/api-base.ts'

/** The demonstration's pages of channels are on the API's own origin, which may be another one than the site's. */
export const pageAddress = (page: string) => (apiBase.startsWith('http') ? new URL(page, apiBase).href : page)
