import fc from 'fast-check'

interface Mutation {
  kind: 'flip' | 'cut' | 'insert' | 'repeat' | 'zero'
  /** Share of the length. */
  at: number
  bytes: Uint8Array
}

const Mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat', 'zero'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 24 }),
})

/** Damages as disks, networks and attackers do. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(Mutation, { minLength: 1, maxLength: 4 })

export const mutate = (content: Uint8Array, changes: readonly Mutation[]): Buffer =>
  changes.reduce<Buffer>(applyMutation, Buffer.from(content))

function applyMutation(content: Buffer, { kind, at, bytes }: Mutation): Buffer {
  const index = Math.floor(at * content.length)
  const [before, after] = [content.subarray(0, index), content.subarray(index)]
  switch (kind) {
    case 'cut':
      return Buffer.from(before)
    case 'insert':
      return Buffer.concat([before, bytes, after])
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, 200), after])
    case 'zero':
      return Buffer.concat([
        before,
        Buffer.alloc(Math.min(bytes.length, after.length)),
        after.subarray(bytes.length),
      ])
    case 'flip': {
      const flipped = Buffer.from(content)
      for (const [offset, byte] of bytes.entries())
        if (index + offset < flipped.length) flipped[index + offset] = (flipped[index + offset] ?? 0) ^ byte
      return flipped
    }
  }
}
