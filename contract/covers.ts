/**
 * The pictures of a cover. A path that ends in `.svg` is a drawing for every size; any other is the beginning of the
 * files that an import made of a picture: `media/covers/3f…` has `media/covers/3f…-192.avif`.
 */
export const isVectorCover = (cover: string): boolean => cover.endsWith('.svg')

/** Widths and heights in pixels: a row's, a card's, and a card's on dense screens. */
export const coverWidths = [96, 192, 384] as const
export type CoverWidth = (typeof coverWidths)[number]

/** From the smallest file to the one that every browser shows. */
export const coverFormats = ['avif', 'webp', 'jpg'] as const
export type CoverFormat = (typeof coverFormats)[number]

export const getCoverFileName = (cover: string, width: CoverWidth, format: CoverFormat): string =>
  `${cover}-${width}.${format}`
