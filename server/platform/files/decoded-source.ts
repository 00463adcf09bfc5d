import type { ByteSource } from './byte-source.ts'
import { createTextDecoder, type Encoding } from './encoding/text.ts'
import { FileRefusal, saveAsUtf8 } from './file-refusal.ts'

const chunkBytes = 1 << 16

/** Reads a text as UTF-8. @throws {FileRefusal} for bytes that are not in the encoding */
export function decodeSource(source: ByteSource, encoding: Encoding): ByteSource {
  if (encoding === 'utf-8') return source
  const decode = createTextDecoder(encoding)
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let remaining = Buffer.alloc(0)
  let isAtEnd = false
  return {
    async readInto(memory) {
      while (remaining.length === 0 && !isAtEnd) {
        const bytes = await source.readInto(chunk)
        isAtEnd = bytes === 0
        remaining = Buffer.from(tryDecoding(decode, chunk.subarray(0, bytes), isAtEnd))
      }
      const bytes = remaining.copy(memory)
      remaining = remaining.subarray(bytes)
      return bytes
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  }
}

function tryDecoding(decode: ReturnType<typeof createTextDecoder>, bytes: Buffer, isLast: boolean): string {
  try {
    return decode(bytes, isLast)
  } catch (error) {
    if (error instanceof TypeError) throw new FileRefusal(`a part of it is not text: ${saveAsUtf8}`)
    throw error
  }
}
