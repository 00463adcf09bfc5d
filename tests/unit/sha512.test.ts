import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha512 } from '#lib/api/sha512.ts'

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('the hash for pages without crypto.subtle is SHA-512', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(toHex(sha512(bytes))).toBe(createHash('sha512').update(bytes).digest('hex'))
    }),
    { numRuns: 60 },
  )
})

test.each([0, 111, 112, 127, 128, 239, 240])('a message of %i bytes is padded right', (length) => {
  const bytes = new Uint8Array(length).fill(0xa5)
  expect(toHex(sha512(bytes))).toBe(createHash('sha512').update(bytes).digest('hex'))
})
