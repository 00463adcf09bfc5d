/**
 * A path ending in `.svg` scales to every size; any other is the prefix of imported files: `media/covers/3f…` has
 * `media/covers/3f…-192.avif`.
 */
export const isVectorCover = (cover: string): boolean => cover.endsWith('.svg')

/** Pixels, square: for rows, cards, and cards on high-density screens. */
export const coverWidths = [96, 192, 384] as const
export type CoverWidth = (typeof coverWidths)[number]

export const coverFormats = ['avif', 'webp', 'jpg'] as const
export type CoverFormat = (typeof coverFormats)[number]

export const getCoverFileName = (cover: string, width: CoverWidth, format: CoverFormat): string =>
  `${cover}-${width}.${format}`
