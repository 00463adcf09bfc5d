import { expect, test } from 'vitest'
import { limitSize } from '#server/platform/files/byte-source.ts'

const gibibyte = 1024 ** 3

test('a file is read up to 64 GiB, whatever size it declares, and refused beyond', async () => {
  let unpackedBytes = 0
  const source = limitSize({
    async readInto() {
      unpackedBytes += gibibyte
      return gibibyte
    },
    async [Symbol.asyncDispose]() {},
  })
  const memory = Buffer.alloc(1)
  while (unpackedBytes < 64 * gibibyte) await source.readInto(memory)
  await expect(source.readInto(memory)).rejects.toThrow('more than 64 GiB, the maximum')
})
