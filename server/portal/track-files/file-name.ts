import type { TrackFileFormat } from '#contract/reports/tracks.ts'
import { toSafeFileName } from '#server/platform/http/response/csv.ts'

/** File systems allow 255, of which some programs take a few for a number. */
const maxBytes = 200
/** Windows opens a device instead of such a file, whatever follows the dot. */
const devicePattern = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

interface NamedTrack {
  artist: string
  name: string
  format: TrackFileFormat
}

/** "하루기타 – 비 갠 오후.wav": usable on every file system, in every language. */
export function createTrackFileName({ artist, name, format }: NamedTrack): string {
  const title = toSafeFileName(`${clean(artist)} – ${clean(name)}`.normalize('NFC'))
  return `${shorten(title).replace(devicePattern, '_$1')}.${format}`
}

/** No dots in front, which hide a file, nor at the end, which Windows drops. */
const clean = (text: string) => text.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '')

const countBytes = (text: string) => Buffer.byteLength(text)

/** Cuts between characters as people see them. */
function shorten(text: string): string {
  if (countBytes(text) <= maxBytes) return text
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (countBytes(short + segment) > maxBytes) break
    short += segment
  }
  return short.trimEnd()
}
