import type { Locale } from '#contract/locale.ts'

export const getShareImagePath = (path: string, locale: Locale): string =>
  `/share/${locale}/${path === '/' ? 'home' : path.slice(1)}.png`
