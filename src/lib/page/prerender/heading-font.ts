/**
 * Font of Korean public pages. It is not named “Pretendard”, because the system may have that font with all characters.
 */
export const headingFontFamily = 'Site Headings'

/** Weights in the file: those of headings and large figures. */
export const headingFontWeights = { min: 680, max: 800 } as const

/**
 * Headings whose text is known at build time: the build checks that the font has all their characters. Other texts use
 * the system's font throughout, so that no word mixes two fonts.
 */
export const headingSelector = 'main :is(h1, h2, h3):not([data-own], [data-name], [lang], astro-island *)'

/** Currency, counts and days; the font has their characters, too. */
export const figureSelector = '.large-figure'
export const figureCharacters = ' 0123456789,.%+-−–$₩US천만억조원회곡개국채널년월일'

/**
 * The letters of this font are close together: the narrower spacing of some headings would make them touch, so the last
 * layer resets it.
 */
export const renderHeadingFontStyle = (url: string): string =>
  `@font-face{font-family:"${headingFontFamily}";src:url("${url}") format("woff2");font-weight:${headingFontWeights.min} ${headingFontWeights.max};font-display:optional}@layer base{${headingSelector},${figureSelector}{font-family:"${headingFontFamily}",var(--font)}}@layer audience{${headingSelector}{letter-spacing:var(--tight)}}`
