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

/** Both the folders of MEDIA_DIR and the URL segments below /api/media. */
export const mediaKinds = ['covers', 'logos', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

export type MediaMode = 'check' | 'store'

/** All methods throw `UnusableFileError`. */
interface MediaProcessor {
  maxBytes: number
  version: string
  getSuffixes(bytes: Buffer): Promise<readonly string[]>
  create(bytes: Buffer): Promise<MediaFile[]>
  validate(bytes: Buffer): Promise<unknown>
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
/** Partial files of earlier versions. */
const formerPartialFolder = '.unfinished'

/** Content-addressed: a file never changes under its name. */
export class MediaStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Also deletes what a killed import left behind; no other import may be running. */
  async prepare(): Promise<void> {
    for (const name of [partialFolder, formerPartialFolder])
      await rm(join(this.#root, name), { recursive: true, force: true })
    for (const name of [partialFolder, ...mediaKinds])
      await mkdir(join(this.#root, name), { recursive: true })
  }

  /** Idempotent. @returns the path to store in the database @throws {UnusableFileError} */
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

  /** Atomic write: flush to disk, then rename. */
  async #write(kind: MediaKind, name: string, bytes: Buffer): Promise<void> {
    const partial = join(this.#root, partialFolder, randomUUID())
    await writeFile(partial, bytes, { flush: true })
    await rename(partial, join(this.#root, kind, name))
  }
}
