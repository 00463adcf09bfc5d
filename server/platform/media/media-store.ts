import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectAudioSuffix } from './audio.ts'
import { type MediaFile, maxImageBytes } from './decoder.ts'
import {
  type SiteImage,
  type SiteImageKind,
  siteImageCreators,
  siteImageKinds,
  siteImageVersion,
} from './site-images.ts'
import {
  coverSuffixes,
  createCovers,
  createLogo,
  logoSuffixes,
  trackImageVersion,
  validateCover,
} from './track-images.ts'

export const trackMediaKinds = ['covers', 'logos', 'audio'] as const
export type TrackMediaKind = (typeof trackMediaKinds)[number]

/** Both the folders of MEDIA_DIR and the URL segments below /api/media. */
export const mediaKinds = [...trackMediaKinds, ...siteImageKinds] as const
export type MediaKind = (typeof mediaKinds)[number]

export type MediaMode = 'check' | 'store'

/** All methods throw `UnusableFileError`. */
interface MediaProcessor {
  maxBytes: number
  version: string
  getSuffixes(bytes: Buffer): Promise<readonly string[]>
  create(bytes: Buffer): Promise<MediaFile[]>
  validate(bytes: Buffer): Promise<unknown>
}

const getAudioSuffixes = async (bytes: Buffer) => [await detectAudioSuffix(bytes)]

const mediaProcessors: Record<TrackMediaKind, MediaProcessor> = {
  covers: {
    maxBytes: maxImageBytes,
    version: trackImageVersion,
    getSuffixes: async () => coverSuffixes,
    create: createCovers,
    validate: validateCover,
  },
  logos: {
    maxBytes: maxImageBytes,
    version: trackImageVersion,
    getSuffixes: async () => logoSuffixes,
    create: createLogo,
    validate: createLogo,
  },
  audio: {
    maxBytes: 15 * 1024 * 1024,
    version: 'as it is',
    getSuffixes: getAudioSuffixes,
    create: async (bytes) => [{ suffix: await detectAudioSuffix(bytes), bytes }],
    validate: getAudioSuffixes,
  },
}

export const getMaxBytes = (kind: TrackMediaKind): number => mediaProcessors[kind].maxBytes

const partialFolder = '.partial'
/** Partial files of earlier versions. */
const formerPartialFolder = '.unfinished'

export interface StoredSiteImage extends Omit<SiteImage, 'files'> {
  path: string
}

/**
 * Content-addressed: a file never changes under its name. Who may read the files is up to the folder: a MEDIA_DIR that others
 * may read shares them, whatever the umask of the process.
 */
export class MediaStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Also deletes what a killed import left behind; nothing else may be storing files. */
  async prepare(): Promise<void> {
    for (const name of [partialFolder, formerPartialFolder])
      await rm(join(this.#root, name), { recursive: true, force: true })
    await mkdir(this.#root, { recursive: true })
    const mode = await this.#getMode()
    for (const name of [partialFolder, ...mediaKinds]) {
      const folder = join(this.#root, name)
      if (await mkdir(folder, { recursive: true })) await chmod(folder, mode)
    }
  }

  /** Idempotent. @returns the path to store in the database @throws {UnusableFileError} */
  async store(kind: TrackMediaKind, source: Buffer, mode: MediaMode): Promise<string> {
    const { version, getSuffixes, create, validate } = mediaProcessors[kind]
    const name = createName(version, source)
    const suffixes = await getSuffixes(source)
    const path = createPath(kind, name, suffixes)
    if (await this.#hasAll(kind, name, suffixes)) return path
    if (mode === 'check') await validate(source)
    else await this.#writeAll(kind, name, await create(source))
    return path
  }

  /** Idempotent. Its `prepare` may wait until an image is known to be usable: it comes after processing. */
  async storeSiteImage(
    kind: SiteImageKind,
    source: Buffer,
    { files, ...image }: SiteImage,
  ): Promise<StoredSiteImage> {
    const name = createName(siteImageVersion, source)
    const suffixes = files.map(({ suffix }) => suffix)
    if (!(await this.#hasAll(kind, name, suffixes))) await this.#writeAll(kind, name, files)
    return { ...image, path: createPath(kind, name, suffixes) }
  }

  async list(kind: MediaKind): Promise<Set<string>> {
    return new Set(await readdir(join(this.#root, kind)).catch(() => []))
  }

  async #getMode(): Promise<number> {
    return (await stat(this.#root)).mode & 0o777
  }

  async #hasAll(kind: MediaKind, name: string, suffixes: readonly string[]): Promise<boolean> {
    const checks = await Promise.allSettled(
      suffixes.map((suffix) => access(join(this.#root, kind, name + suffix))),
    )
    return checks.every(({ status }) => status === 'fulfilled')
  }

  async #writeAll(kind: MediaKind, name: string, files: readonly MediaFile[]): Promise<void> {
    for (const { suffix, bytes } of files) await this.#write(kind, name + suffix, bytes)
  }

  /** Atomic write: flush to disk, then rename. */
  async #write(kind: MediaKind, name: string, bytes: Buffer): Promise<void> {
    const partial = join(this.#root, partialFolder, randomUUID())
    try {
      await writeFile(partial, bytes, { flush: true })
      await chmod(partial, (await this.#getMode()) & 0o666)
      await rename(partial, join(this.#root, kind, name))
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }
}

const createName = (version: string, source: Buffer): string =>
  createHash('sha256').update(`${version}\n`).update(source).digest('hex').slice(0, 32)

/** Several files share this beginning of their names. */
const createPath = (kind: MediaKind, name: string, suffixes: readonly string[]): string =>
  `media/${kind}/${name}${suffixes.length === 1 ? suffixes[0] : ''}`

/** @throws {UnusableFileError} */
export const createSiteImage = (kind: SiteImageKind, source: Buffer): Promise<SiteImage> =>
  siteImageCreators[kind](source)
