import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupReader, verifyBackup } from '#server/operations/backup/reader.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

const header = {
  format: 'hookline backup',
  version: 1,
  engine: 'pglite',
  madeAt: '2026-11-22T00:00:00Z',
  migrations: [{ name: 'a', sha256: 'b' }],
}
const toLine = (record: object) => Buffer.from(`${JSON.stringify(record)}\n`)

async function writeBackup(parts: readonly Buffer[]): Promise<string> {
  const content = Buffer.concat(parts)
  const digest = createHash('sha256').update(content).digest('hex')
  const path = join(folder, `${digest}.gz`)
  await writeFile(path, gzipSync(Buffer.concat([content, toLine({ sha256: digest })]), { level: 1 }))
  return path
}

test('chunks of any size come back as they were, wherever the file is cut into pieces', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 700_000 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(sizes, async (chunkSizes) => {
      const chunks = chunkSizes.map((size, at) => Buffer.alloc(size, `${at}\n`))
      const records = chunks.flatMap((chunk) => [toLine({ bytes: chunk.byteLength }), chunk])
      const path = await writeBackup([toLine(header), ...records])
      const reader = new BackupReader(path)
      expect(await reader.readHeader()).toEqual(header)
      for (const chunk of chunks) {
        expect(await reader.readRecord()).toEqual({ bytes: chunk.byteLength })
        expect(chunk.equals(await reader.readChunk(chunk.byteLength))).toBe(true)
      }
      expect(await reader.readRecord()).toBeNull()
      await reader.close()
      await verifyBackup(path)
    }),
    { numRuns: 20 },
  )
})

test('a chunk that no backup has is refused before it is read', async () => {
  const mebibyte = 1024 * 1024
  const path = await writeBackup([512 * mebibyte, 512 * mebibyte + 1].map((bytes) => toLine({ bytes })))
  const reader = new BackupReader(path)
  expect(await reader.readRecord()).toEqual({ bytes: 512 * mebibyte })
  await expect(reader.readRecord()).rejects.toThrow('is not a backup, or it is truncated')
  await reader.close()
})

test.each([
  ['a chunk longer than the file', [toLine(header), toLine({ bytes: 5_000_000 }), Buffer.alloc(4_000_000)]],
  ['a line without an end', [toLine(header), Buffer.alloc(3_000_000, 'x')]],
])('%s is refused', async (_, parts) => {
  await expect(verifyBackup(await writeBackup(parts))).rejects.toThrow('is not a backup, or it is truncated')
})
