import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectAudioType } from './file-type.ts'
import {
  coverSuffixes,
  createCovers,
  createLogo,
  imageProcessingVersion,
  logoSuffixes,
  type MediaFile,
  maxImageBytes,
  validateCover,
} from './images.ts'
import { UnusableFileError } from './source-file.ts'

/** The folders of what a catalogue shows and lets hear; also the kinds in the addresses below /api/media. */
export const mediaKinds = ['covers', 'logos', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** What there is to know of a kind: how large its sources may be, and what is made of one. */
interface MediaProcessor {
  maxBytes: number
  version: string
  /** What is made, where it can be told before. @throws {UnusableFileError} */
  getSuffixes(bytes: Buffer): readonly string[]
  create(bytes: Buffer): Promise<MediaFile[]>
  /** @throws {UnusableFileError} when nothing can be made of it */
  validate(bytes: Buffer): Promise<unknown>
  /** What stands in the database for the files of a name. */
  getPath(name: string, suffixes: readonly string[]): string
}

const copyAudio = (bytes: Buffer): MediaFile[] => getAudioSuffixes(bytes).map((suffix) => ({ suffix, bytes }))

const mediaProcessors: Record<MediaKind, MediaProcessor> = {
  covers: {
    maxBytes: maxImageBytes,
    version: imageProcessingVersion,
    getSuffixes: () => coverSuffixes,
    create: createCovers,
    validate: validateCover,
    getPath: (name) => `media/covers/${name}`,
  },
  logos: {
    maxBytes: maxImageBytes,
    version: imageProcessingVersion,
    getSuffixes: () => logoSuffixes,
    create: createLogo,
    validate: createLogo,
    getPath: (name, [suffix]) => `media/logos/${name}${suffix}`,
  },
  audio: {
    maxBytes: 15 * 1024 * 1024,
    version: 'as it is',
    getSuffixes: getAudioSuffixes,
    create: async (bytes) => copyAudio(bytes),
    validate: async (bytes) => getAudioSuffixes(bytes),
    getPath: (name, [suffix]) => `media/audio/${name}${suffix}`,
  },
}

function getAudioSuffixes(bytes: Buffer): string[] {
  const kind = detectAudioType(bytes)
  if (kind === 'wav' || kind === 'flac' || kind === 'aiff')
    throw new UnusableFileError(
      `${kind.toUpperCase()} is too large for a preview: save it as MP3 or M4A with 128 kbit/s`,
    )
  if (!kind)
    throw new UnusableFileError('it is not a sound that is taken: save it as MP3 or M4A (also AAC, Ogg)')
  return [`.${kind}`]
}

export const getMaxBytes = (kind: MediaKind): number => mediaProcessors[kind].maxBytes

/** Where what is being written is, until it is whole. */
const partialFolder = '.unfinished'

/** Files named by the content that they were made of: what is there once never changes. */
export class MediaStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Clears away what an import that was killed has left. To be called while no other one is at work. */
  async prepare(): Promise<void> {
    await rm(join(this.#root, partialFolder), { recursive: true, force: true })
    for (const name of [partialFolder, ...mediaKinds])
      await mkdir(join(this.#root, name), { recursive: true })
  }

  /**
   * Makes the files of a source, if they are not there yet, or only finds out whether it could.
   * @returns what stands for them in the database
   * @throws {UnusableFileError}
   */
  async store(kind: MediaKind, source: Buffer, mode: 'check' | 'make'): Promise<string> {
    const { version, getSuffixes, create, validate, getPath } = mediaProcessors[kind]
    const name = createHash('sha256').update(`${version}\n`).update(source).digest('hex').slice(0, 32)
    const suffixes = getSuffixes(source)
    if (
      !(await this.#has(
        kind,
        suffixes.map((suffix) => name + suffix),
      ))
    ) {
      if (mode === 'check') await validate(source)
      else for (const file of await create(source)) await this.#write(kind, name + file.suffix, file.bytes)
    }
    return getPath(name, suffixes)
  }

  /** The names of the files that are there. */
  async list(kind: MediaKind): Promise<Set<string>> {
    return new Set(await readdir(join(this.#root, kind)).catch(() => []))
  }

  async #has(kind: MediaKind, names: readonly string[]): Promise<boolean> {
    const looks = await Promise.allSettled(names.map((name) => access(join(this.#root, kind, name))))
    return looks.every(({ status }) => status === 'fulfilled')
  }

  /** On the disk and whole before it has its name. */
  async #write(kind: MediaKind, name: string, bytes: Buffer): Promise<void> {
    const partial = join(this.#root, partialFolder, randomUUID())
    await writeFile(partial, bytes, { flush: true })
    await rename(partial, join(this.#root, kind, name))
  }
}
