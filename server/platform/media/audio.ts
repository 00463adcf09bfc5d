import { fileTypeFromBuffer } from 'file-type'
import { UnusableFileError } from './unusable-file.ts'

/** Browser-playable formats, keyed by file-type's extension. */
const suffixes: Readonly<Record<string, string>> = {
  mp3: '.mp3',
  m4a: '.m4a',
  mp4: '.m4a',
  aac: '.aac',
  ogg: '.ogg',
  opus: '.ogg',
}
const uncompressedFormats = ['wav', 'flac', 'aif']

/** Detects the format from the content. @throws {UnusableFileError} */
export async function detectAudioSuffix(bytes: Buffer): Promise<string> {
  const format = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  const suffix = suffixes[format]
  const isVideo = suffix === '.m4a' && bytes.includes('vide')
  if (suffix !== undefined && !isVideo) return suffix
  throw new UnusableFileError(
    uncompressedFormats.includes(format)
      ? 'uncompressed audio is too large for a preview: save it as MP3 or M4A with 128 kbit/s'
      : 'it is not a supported audio file: save it as MP3 or M4A (also AAC, Ogg)',
  )
}
