import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrackFileFormat } from '#contract/reports/tracks.ts'
import { describeFullDisk, isDiskFull } from '#server/platform/disk-full.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'

const partialFolder = '.partial'
const namePattern = /^[0-9a-f]{64}\.(?:wav|mp3|m4a)$/

export interface StoredContent {
  sha256: string
  format: TrackFileFormat
}

export const hashContent = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const getStoredName = ({ sha256, format }: StoredContent): string => `${sha256}.${format}`

/** Content-addressed and private: no route serves the folder, and only the server's user may read it. */
export class TrackFileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  get root(): string {
    return this.#root
  }

  /** Also deletes what a killed command left behind; nothing else may be storing files. */
  async prepare(): Promise<void> {
    await rm(join(this.#root, partialFolder), { recursive: true, force: true })
    await mkdir(join(this.#root, partialFolder), { recursive: true, mode: 0o700 })
    await chmod(this.#root, 0o700)
  }

  getPath(content: StoredContent): string {
    return join(this.#root, getStoredName(content))
  }

  /** Null: there is no such file. */
  async getSize(content: StoredContent): Promise<number | null> {
    const found = await stat(this.getPath(content)).catch(() => null)
    return found?.isFile() ? found.size : null
  }

  /** Atomic write: flush to disk, then rename. @returns whether it was not there */
  async store(content: StoredContent, bytes: Buffer): Promise<boolean> {
    if ((await this.getSize(content)) === bytes.length) return false
    const partial = join(this.#root, partialFolder, randomUUID())
    try {
      await writeFile(partial, bytes, { flush: true, mode: 0o600 })
      await rename(partial, this.getPath(content))
      return true
    } catch (error) {
      await rm(partial, { force: true })
      if (!isDiskFull(error)) throw error
      throw new ExpectedError(describeFullDisk(`files in ${this.#root}`), { cause: error })
    }
  }

  async remove(contents: readonly StoredContent[]): Promise<void> {
    for (const content of contents) await rm(this.getPath(content), { force: true })
  }

  /** Names of files. */
  async list(): Promise<Set<string>> {
    const names = await readdir(this.#root).catch(() => [])
    return new Set(names.filter((name) => namePattern.test(name)))
  }
}
