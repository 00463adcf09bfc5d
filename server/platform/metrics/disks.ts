import { statfs } from 'node:fs/promises'
import type { createGauge } from './registry.ts'

export interface Folders {
  data: string
  media: string
}

/** A folder that does not exist, or cannot be asked, has no values. */
export async function measureDisks(gauge: typeof createGauge, folders: Folders): Promise<void> {
  const size = gauge({
    name: 'hookline_disk_size_bytes',
    help: 'Size of the file system of a folder.',
    labels: ['folder'],
  })
  const free = gauge({
    name: 'hookline_disk_free_bytes',
    help: 'What the server may still write to the file system of a folder.',
    labels: ['folder'],
  })
  for (const [folder, path] of Object.entries(folders)) {
    const stats = await statfs(path).catch(() => null)
    if (!stats) continue
    size.set({ folder }, stats.blocks * stats.bsize)
    free.set({ folder }, stats.bavail * stats.bsize)
  }
}
