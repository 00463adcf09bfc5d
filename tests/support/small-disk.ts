import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'

/** A file system of its own, in memory, that a test can fill. */
export interface SmallDisk {
  path: string
  /** Leaves these bytes, or by default less than a page of the database takes. */
  fill(leaving?: number): Promise<void>
  free(): Promise<void>
}

/** Describes tests that share a small disk. Where this user may not mount one, they are skipped with a warning. */
export function describeOnSmallDisk(
  name: string,
  megabytes: number,
  addTests: (disk: SmallDisk) => void,
): void {
  const path = mkdtempSync(join(tmpdir(), 'hookline-disk-'))
  const mount = () =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
      stdio: 'pipe',
    })
  const unmount = () => execFileSync('umount', ['-l', path])
  try {
    mount()
    unmount()
  } catch (error) {
    const reason = 'needs to mount a file system, which only root may do on Linux'
    console.warn(`${name}: ${reason}. ${error}`)
    test.skip(`${name}: ${reason}`)
    return
  } finally {
    rmdirSync(path)
  }
  const filler = join(path, 'filler')
  describe(name, () => {
    // Not before: of a file, only some tests may be wanted.
    beforeAll(() => {
      mkdirSync(path)
      mount()
    })
    afterAll(() => {
      unmount()
      rmdirSync(path)
    })
    addTests({
      path,
      async fill(leaving = 0) {
        await using file = await open(filler, 'w')
        const block = Buffer.alloc(4_096)
        while (await file.write(block).then(() => true, isFull));
        await file.truncate((await file.stat()).size - leaving)
      },
      free: () => rm(filler, { force: true }),
    })
  })
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOSPC') throw error
  return false
}
