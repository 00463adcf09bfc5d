/** Of Korean public pages. Not “Pretendard”, which the system may have with all characters. */
export const headingFontFamily = 'Site Headings'

/** Weights in the file: those of headings and large figures. */
export const headingFontWeights = { min: 680, max: 800 } as const

/**
 * Headings that are known at build time: the build checks that the font has all their characters. Other texts have the
 * system's font as a whole, so that no word mixes two fonts.
 */
export const headingSelector = 'main :is(h1, h2, h3):not([data-own], [data-name], [lang], astro-island *)'

/** Currency, counts and days; the font has their characters besides those of headings. */
export const figureSelector = '.large-figure'
export const figureCharacters = ' 0123456789,.%+-−–$₩US천만억조원회곡개국채널년월일'

/** Its letters stand close: the narrower spacing of some headings, which the last layer replaces, would make them touch. */
export const renderHeadingFontStyle = (url: string): string =>
  `@font-face{font-family:"${headingFontFamily}";src:url("${url}") format("woff2");font-weight:${headingFontWeights.min} ${headingFontWeights.max};font-display:optional}@layer base{${headingSelector},${figureSelector}{font-family:"${headingFontFamily}",var(--font)}}@layer audience{${headingSelector}{letter-spacing:var(--tight)}}`
