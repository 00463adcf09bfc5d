import type { Locale } from '#contract/locale.ts'

/** The address of the picture that a shared link of a page shows; made while building. */
export const getShareImagePath = (path: string, locale: Locale): string =>
  `/share/${locale}/${path === '/' ? 'home' : path.slice(1)}.png`
