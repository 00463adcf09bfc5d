import { UnusableFileError } from '#server/platform/media/unusable-file.ts'

interface Box {
  type: string
  start: number
  end: number
}

/** Boxes in boxes: a length, a type, and what is inside. The last one may exceed the file. */
function* readBoxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const length = bytes.readUInt32BE(at)
    const isLong = length === 1 && at + 16 <= to
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : length === 0 ? to - at : length
    const end = at + size
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + (isLong ? 16 : 8), end }
    if (size < 8) return
    at = end
  }
}

export const isM4a = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp'

const plainCodecs = ['mp4a', 'alac']
const protectedCodecs = ['drms', 'enca']
const containers = ['trak', 'mdia', 'minf', 'stbl']

interface Movie {
  seconds: number
  handlers: string[]
  codecs: string[]
}

/** @throws {UnusableFileError} */
export function measureM4a(bytes: Buffer): number {
  const boxes = [...readBoxes(bytes, 0, bytes.length)]
  if (boxes.some(({ end }) => end > bytes.length))
    throw new UnusableFileError('it ends before its sound does: copy it again')
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!moov || !boxes.some(({ type }) => type === 'mdat'))
    throw new UnusableFileError('it is an M4A file without sound: save it again')
  const movie: Movie = { seconds: 0, handlers: [], codecs: [] }
  readMovie(bytes, moov, movie)
  if (movie.handlers.includes('vide')) throw new UnusableFileError('it is a video: save its sound alone')
  if (movie.codecs.some((codec) => protectedCodecs.includes(codec)))
    throw new UnusableFileError('it is protected against copying: nobody could use it')
  if (!movie.codecs.some((codec) => plainCodecs.includes(codec)))
    throw new UnusableFileError('it has no sound in AAC or Apple Lossless: save it again')
  if (movie.seconds === 0) throw new UnusableFileError('it does not say how long it is: save it again')
  return movie.seconds * 1000
}

function readMovie(bytes: Buffer, { start, end }: Box, movie: Movie): void {
  for (const box of readBoxes(bytes, start, end)) {
    if (box.end > end) throw new UnusableFileError('its index is damaged: save it again')
    if (box.type === 'mvhd') movie.seconds = readSeconds(bytes, box)
    else if (box.type === 'hdlr') movie.handlers.push(bytes.toString('latin1', box.start + 8, box.start + 12))
    else if (box.type === 'stsd') movie.codecs.push(bytes.toString('latin1', box.start + 12, box.start + 16))
    else if (containers.includes(box.type)) readMovie(bytes, box, movie)
  }
}

function readSeconds(bytes: Buffer, { start, end }: Box): number {
  const isLong = bytes[start] === 1
  if (end - start < (isLong ? 32 : 20)) return 0
  const timescale = bytes.readUInt32BE(start + (isLong ? 20 : 12))
  const duration = isLong ? Number(bytes.readBigUInt64BE(start + 24)) : bytes.readUInt32BE(start + 16)
  return timescale === 0 ? 0 : duration / timescale
}
