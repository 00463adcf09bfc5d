import type { Locale } from '#contract/locale.ts'

/** The URL of the image of a shared link, generated at build time. */
export const getShareImagePath = (path: string, locale: Locale): string =>
  `/share/${locale}/${path === '/' ? 'home' : path.slice(1)}.png`
