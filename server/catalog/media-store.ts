import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectAudioSuffix } from './audio.ts'
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

/** The folders of MEDIA_DIR, and the kinds in URLs below /api/media. */
export const mediaKinds = ['covers', 'logos', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Check only validates a source. */
export type MediaMode = 'check' | 'store'

/** How sources of a kind are processed; all functions throw UnusableFileError. */
interface MediaProcessor {
  maxBytes: number
  /** Hashed into file names. */
  version: string
  getSuffixes(bytes: Buffer): Promise<readonly string[]>
  create(bytes: Buffer): Promise<MediaFile[]>
  validate(bytes: Buffer): Promise<unknown>
  /** The path in the database. */
  getPath(name: string, suffixes: readonly string[]): string
}

const getAudioSuffixes = async (bytes: Buffer) => [await detectAudioSuffix(bytes)]

const mediaProcessors: Record<MediaKind, MediaProcessor> = {
  covers: {
    maxBytes: maxImageBytes,
    version: imageProcessingVersion,
    getSuffixes: async () => coverSuffixes,
    create: createCovers,
    validate: validateCover,
    getPath: (name) => `media/covers/${name}`,
  },
  logos: {
    maxBytes: maxImageBytes,
    version: imageProcessingVersion,
    getSuffixes: async () => logoSuffixes,
    create: createLogo,
    validate: createLogo,
    getPath: (name, [suffix]) => `media/logos/${name}${suffix}`,
  },
  audio: {
    maxBytes: 15 * 1024 * 1024,
    version: 'as it is',
    getSuffixes: getAudioSuffixes,
    create: async (bytes) => [{ suffix: await detectAudioSuffix(bytes), bytes }],
    validate: getAudioSuffixes,
    getPath: (name, [suffix]) => `media/audio/${name}${suffix}`,
  },
}

export const getMaxBytes = (kind: MediaKind): number => mediaProcessors[kind].maxBytes

const partialFolder = '.partial'
/** Where earlier versions wrote incomplete files. */
const formerPartialFolder = '.unfinished'

/** Content-addressed files: a file never changes under its name. */
export class MediaStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Creates the folders and removes what a killed import left; no other import may be running. */
  async prepare(): Promise<void> {
    for (const name of [partialFolder, formerPartialFolder])
      await rm(join(this.#root, name), { recursive: true, force: true })
    for (const name of [partialFolder, ...mediaKinds])
      await mkdir(join(this.#root, name), { recursive: true })
  }

  /**
   * Creates the files of a source unless they exist.
   * @returns their path in the database
   * @throws {UnusableFileError}
   */
  async store(kind: MediaKind, source: Buffer, mode: MediaMode): Promise<string> {
    const { version, getSuffixes, create, validate, getPath } = mediaProcessors[kind]
    const name = createHash('sha256').update(`${version}\n`).update(source).digest('hex').slice(0, 32)
    const suffixes = await getSuffixes(source)
    const names = suffixes.map((suffix) => name + suffix)
    if (await this.#hasAll(kind, names)) return getPath(name, suffixes)
    if (mode === 'check') await validate(source)
    else for (const file of await create(source)) await this.#write(kind, name + file.suffix, file.bytes)
    return getPath(name, suffixes)
  }

  async list(kind: MediaKind): Promise<Set<string>> {
    return new Set(await readdir(join(this.#root, kind)).catch(() => []))
  }

  async #hasAll(kind: MediaKind, names: readonly string[]): Promise<boolean> {
    const checks = await Promise.allSettled(names.map((name) => access(join(this.#root, kind, name))))
    return checks.every(({ status }) => status === 'fulfilled')
  }

  /** Atomic: flushed to disk before it gets its name. */
  async #write(kind: MediaKind, name: string, bytes: Buffer): Promise<void> {
    const partial = join(this.#root, partialFolder, randomUUID())
    await writeFile(partial, bytes, { flush: true })
    await rename(partial, join(this.#root, kind, name))
  }
}
