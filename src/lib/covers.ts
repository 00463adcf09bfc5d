import { type CoverFormat, coverFile, coverFormats, coverWidths, isDrawing } from '#contract/covers.ts'
import { apiUrl } from './api-base.ts'

/** The one that every browser shows. */
const usual = 'jpg'
const types: Record<CoverFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

const srcsetOf = (cover: string, format: CoverFormat) =>
  coverWidths.map((width) => `${apiUrl(coverFile(cover, width, format))} ${width}w`).join(', ')

/** What a `picture` of a cover is made of, the smallest format first; a drawing has no other sizes. */
export function coverPicture(cover: string) {
  if (isDrawing(cover)) return { sources: [], src: apiUrl(cover), srcset: undefined }
  const better = coverFormats.filter((format) => format !== usual)
  return {
    sources: better.map((format) => ({ type: types[format], srcset: srcsetOf(cover, format) })),
    src: apiUrl(coverFile(cover, 192, usual)),
    srcset: srcsetOf(cover, usual),
  }
}
