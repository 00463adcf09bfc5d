import { constants, open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { maxTrackFileBytes } from './audio-check.ts'

export interface AudioSource {
  /** @throws {UnusableFileError} */
  read(): Promise<Buffer>
  /** As messages name it. */
  name: string
  /** Null: the name of the file does not begin with one. */
  isrc: string | null
}

/** Also formats that are refused: a file that nobody uses must not be overlooked. */
const audioPattern = /\.(wav|wave|mp3|m4a|mp4|aac|flac|aiff?|ogg|opus|wma)$/i
const isrcPattern = /^[a-z]{2}-?[a-z0-9]{3}-?\d{2}-?\d{5}(?![a-z0-9])/i

/** "KRA402000111.wav", "KR-A40-20-00111 비 갠 오후.wav" */
function parseName(name: string): string | null {
  const [code] = isrcPattern.exec(name.normalize('NFKC')) ?? []
  return code === undefined ? null : parseOptionalIsrc(code)
}

export interface FoundSources {
  sources: AudioSource[]
  /** Files of a folder that are no audio by their names. */
  ignored: number
}

/** A folder counts with the files directly in it, hidden ones excepted. `isrc`: of the only file, whatever its name. */
export async function findSources(paths: readonly string[], isrc: string | null): Promise<FoundSources> {
  const found: FoundSources = { sources: [], ignored: 0 }
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      const name = basename(path)
      found.sources.push({ name, isrc: isrc ?? parseName(name), read: () => readAudio(path) })
      continue
    }
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
    const audio = names.filter((name) => audioPattern.test(name))
    found.ignored += names.length - audio.length
    for (const name of audio)
      found.sources.push({ name, isrc: parseName(name), read: () => readAudio(join(path, name)) })
  }
  return found
}

const mebibyte = 1024 * 1024

/** @throws {UnusableFileError} */
async function readAudio(path: string): Promise<Buffer> {
  // O_NONBLOCK: opening a named pipe would block.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    throw new UnusableFileError(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  })
  const status = await file.stat()
  if (!status.isFile()) throw new UnusableFileError('it is not a file')
  if (status.size === 0) throw new UnusableFileError('it is empty: copy it again')
  if (status.size > maxTrackFileBytes)
    throw new UnusableFileError(
      `it has ${(status.size / mebibyte).toFixed(1)} MiB, more than ${maxTrackFileBytes / mebibyte} MiB: save it with 24 bits at 48 kHz, or as M4A`,
    )
  return file.readFile()
}
