import {
  type CoverFormat,
  coverFormats,
  coverWidths,
  getCoverFileName,
  isVectorCover,
} from '#contract/portal/covers.ts'
import { getApiUrl } from './base-url.ts'

const fallbackFormat = 'jpg'
const mimeTypes: Record<CoverFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

const buildSrcset = (cover: string, format: CoverFormat) =>
  coverWidths.map((width) => `${getApiUrl(getCoverFileName(cover, width, format))} ${width}w`).join(', ')

/** `<picture>` sources, smallest format first. Vector covers have a single size. */
export function getCoverSources(cover: string) {
  if (isVectorCover(cover)) return { sources: [], src: getApiUrl(cover), srcset: undefined }
  const modernFormats = coverFormats.filter((format) => format !== fallbackFormat)
  return {
    sources: modernFormats.map((format) => ({ type: mimeTypes[format], srcset: buildSrcset(cover, format) })),
    src: getApiUrl(getCoverFileName(cover, 192, fallbackFormat)),
    srcset: buildSrcset(cover, fallbackFormat),
  }
}
