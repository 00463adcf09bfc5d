import type { TrackFileFormat } from '#contract/reports/tracks.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { isM4a, measureM4a } from './formats/m4a.ts'
import { isMp3, measureMp3 } from './formats/mp3.ts'
import { isWav, measureWav } from './formats/wav.ts'

/** Four minutes of WAV with 24 bits at 96 kHz are 138 MB. */
export const maxTrackFileBytes = 200 * 1024 * 1024

/** The catalog rounds, and releases differ in the silence around the music. */
const lengthToleranceSeconds = 5
/** Where the catalog names no length: shorter ones are previews, longer ones albums. */
const minSeconds = 35
const maxSeconds = 15 * 60

interface Format {
  format: TrackFileFormat
  isFormat(bytes: Buffer): boolean
  /** Milliseconds. @throws {UnusableFileError} */
  measure(bytes: Buffer): number
}

const formats: readonly Format[] = [
  { format: 'wav', isFormat: isWav, measure: measureWav },
  { format: 'm4a', isFormat: isM4a, measure: measureM4a },
  { format: 'mp3', isFormat: isMp3, measure: measureMp3 },
]

export interface CheckedAudio {
  format: TrackFileFormat
  lengthMs: number
}

/** Detects the format from the content and reads it to its end. @throws {UnusableFileError} */
export function checkAudio(bytes: Buffer): CheckedAudio {
  const found = formats.find(({ isFormat }) => isFormat(bytes))
  if (!found)
    throw new UnusableFileError(
      'it is not audio that every editing program opens: save it as WAV, MP3 or M4A (it may be FLAC, AIFF, Ogg or damaged)',
    )
  const lengthMs = Math.round(found.measure(bytes))
  if (lengthMs < 1) throw new UnusableFileError('it is without sound: save it again')
  return { format: found.format, lengthMs }
}

export const formatLength = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** `lengthSeconds`: of the catalog. @throws {UnusableFileError} */
export function requirePlausibleLength({ lengthMs }: CheckedAudio, lengthSeconds: number | null): void {
  const seconds = lengthMs / 1000
  const plays = `it plays for ${formatLength(Math.round(seconds))}`
  if (lengthSeconds !== null) {
    if (Math.abs(seconds - lengthSeconds) <= lengthToleranceSeconds) return
    throw new UnusableFileError(
      `${plays}, but the catalog says ${formatLength(lengthSeconds)}: supply the whole track, or correct its length in the catalog`,
    )
  }
  if (seconds < minSeconds)
    throw new UnusableFileError(
      `${plays}, like a preview: supply the whole track, or set its length in the catalog`,
    )
  if (seconds > maxSeconds)
    throw new UnusableFileError(`${plays}, like an album: supply one track, or set its length in the catalog`)
}
