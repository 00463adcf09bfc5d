import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { soundKindOf } from './kinds.ts'
import { FileUnfit } from './named-file.ts'
import {
  checkCover,
  coverEndings,
  logoEndings,
  type MadeFile,
  makeCovers,
  makeLogo,
  mostPictureBytes,
  pictureRecipe,
} from './pictures.ts'

/** The folders of what a catalogue shows and lets hear; also the kinds in the addresses below /api/media. */
export const mediaKinds = ['covers', 'logos', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** What there is to know of a kind: how large its sources may be, and what is made of one. */
interface Making {
  mostBytes: number
  recipe: string
  /** What is made, where it can be told before. @throws {FileUnfit} */
  endings(bytes: Buffer): readonly string[]
  make(bytes: Buffer): Promise<MadeFile[]>
  /** @throws {FileUnfit} when nothing can be made of it */
  check(bytes: Buffer): Promise<unknown>
  /** What stands in the database for the files of a name. */
  path(name: string, endings: readonly string[]): string
}

const copied = (bytes: Buffer): MadeFile[] => endingOfSound(bytes).map((ending) => ({ ending, bytes }))

const makings: Record<MediaKind, Making> = {
  covers: {
    mostBytes: mostPictureBytes,
    recipe: pictureRecipe,
    endings: () => coverEndings,
    make: makeCovers,
    check: checkCover,
    path: (name) => `media/covers/${name}`,
  },
  logos: {
    mostBytes: mostPictureBytes,
    recipe: pictureRecipe,
    endings: () => logoEndings,
    make: makeLogo,
    check: makeLogo,
    path: (name, [ending]) => `media/logos/${name}${ending}`,
  },
  audio: {
    mostBytes: 15 * 1024 * 1024,
    recipe: 'as it is',
    endings: endingOfSound,
    make: async (bytes) => copied(bytes),
    check: async (bytes) => endingOfSound(bytes),
    path: (name, [ending]) => `media/audio/${name}${ending}`,
  },
}

function endingOfSound(bytes: Buffer): string[] {
  const kind = soundKindOf(bytes)
  if (kind === 'wav' || kind === 'flac' || kind === 'aiff')
    throw new FileUnfit(
      `${kind.toUpperCase()} is too large for a preview: save it as MP3 or M4A with 128 kbit/s`,
    )
  if (!kind) throw new FileUnfit('it is not a sound that is taken: save it as MP3 or M4A (also AAC, Ogg)')
  return [`.${kind}`]
}

export const mostBytesOf = (kind: MediaKind): number => makings[kind].mostBytes

/** Where what is being written is, until it is whole. */
const unfinished = '.unfinished'

/** Files named by the content that they were made of: what is there once never changes. */
export class MediaFolder {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Clears away what an import that was killed has left. To be called while no other one is at work. */
  async prepare(): Promise<void> {
    await rm(join(this.#root, unfinished), { recursive: true, force: true })
    for (const name of [unfinished, ...mediaKinds]) await mkdir(join(this.#root, name), { recursive: true })
  }

  /**
   * Makes the files of a source, if they are not there yet, or only finds out whether it could.
   * @returns what stands for them in the database
   * @throws {FileUnfit}
   */
  async keep(kind: MediaKind, source: Buffer, only: 'check' | 'make'): Promise<string> {
    const { recipe, endings, make, check, path } = makings[kind]
    const name = createHash('sha256').update(`${recipe}\n`).update(source).digest('hex').slice(0, 32)
    const wanted = endings(source)
    if (
      !(await this.#has(
        kind,
        wanted.map((ending) => name + ending),
      ))
    ) {
      if (only === 'check') await check(source)
      else for (const made of await make(source)) await this.#write(kind, name + made.ending, made.bytes)
    }
    return path(name, wanted)
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
    const partial = join(this.#root, unfinished, randomUUID())
    await writeFile(partial, bytes, { flush: true })
    await rename(partial, join(this.#root, kind, name))
  }
}
