/** Creates silent frames of MPEG 1 layer III, 128 kbit/s at 44.1 kHz. */
export const createMp3Frames = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, index) => {
      const frame = Buffer.alloc(417, index)
      frame.set([0xff, 0xfb, 0x90, 0x00])
      return frame
    }),
  )

/** Creates frames of AAC in ADTS. */
export const createAacFrames = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => {
      const bytes = 64
      const frame = Buffer.alloc(bytes)
      frame.set([0xff, 0xf1, 0x50, 0x80, bytes >> 3, ((bytes & 7) << 5) | 0x1f, 0xfc])
      return frame
    }),
  )

/** Creates just enough of an MP4 file to tell which tracks it contains. */
export const createMp4File = (...handlers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'latin1'),
    ...handlers.map((handler) => Buffer.from(`hdlr\0\0\0\0\0\0\0\0${handler}`)),
  ])

export const createOggFile = (): Buffer =>
  Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(22), Buffer.from('OpusHead')])

/** Creates a WAV of a tone with 8 bits at 8 kHz: eight kilobytes a second. */
export function createTone(seconds: number, frequency = 220): Buffer {
  const sampleRate = 8_000
  const samples = Math.round(seconds * sampleRate)
  const bytes = Buffer.alloc(44 + samples + (samples % 2))
  bytes.write('RIFF')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++)
    bytes[44 + at] = 128 + Math.round(100 * Math.sin((2 * Math.PI * frequency * at) / sampleRate))
  return bytes
}

const createBox = (type: string, ...content: Uint8Array[]): Buffer => {
  const inside = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + inside.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

interface M4aOptions {
  handler?: string
  codec?: string
}

/** Creates an M4A file with the boxes that say what it is, and silence. */
export function createM4aFile(
  seconds: number,
  { handler = 'soun', codec = 'mp4a' }: M4aOptions = {},
): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12)
  header.writeUInt32BE(Math.round(seconds * 1_000), 16)
  const entry = createBox(codec, Buffer.alloc(28))
  const handlerBox = createBox(
    'hdlr',
    Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)]),
  )
  const table = createBox('stbl', createBox('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry))
  const track = createBox('trak', createBox('mdia', handlerBox, createBox('minf', table)))
  return Buffer.concat([
    createBox('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42', 'latin1')),
    createBox('moov', createBox('mvhd', header), track),
    createBox('mdat', Buffer.alloc(2_000)),
  ])
}
