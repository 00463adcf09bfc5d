import { UnusableFileError } from '#server/platform/media/unusable-file.ts'

const pcm = 1
const floatingPoint = 3
const extensible = 0xfffe

export const isWav = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE'

interface Chunk {
  id: string
  start: number
  size: number
}

/** Chunks are padded to even lengths. The last one may exceed the file. */
function* readChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    yield { id: bytes.toString('latin1', at, at + 4), start: at + 8, size }
    at += 8 + size + (size % 2)
  }
}

/** @throws {UnusableFileError} */
export function measureWav(bytes: Buffer): number {
  let bytesPerSecond = 0
  for (const { id, start, size } of readChunks(bytes)) {
    if (start + size > bytes.length)
      throw new UnusableFileError('it ends before its sound does: copy it again')
    if (id === 'fmt ' && size >= 16) bytesPerSecond = readBytesPerSecond(bytes, start)
    if (id === 'data' && bytesPerSecond > 0) return (size / bytesPerSecond) * 1000
  }
  throw new UnusableFileError('it is a WAV file without sound: save it again')
}

function readBytesPerSecond(bytes: Buffer, start: number): number {
  if (![pcm, floatingPoint, extensible].includes(bytes.readUInt16LE(start)))
    throw new UnusableFileError('its sound is compressed inside a WAV file: save it as PCM')
  const bytesPerSecond = bytes.readUInt32LE(start + 8)
  if (bytesPerSecond === bytes.readUInt32LE(start + 4) * bytes.readUInt16LE(start + 12)) return bytesPerSecond
  throw new UnusableFileError('its header contradicts itself: save it again')
}
