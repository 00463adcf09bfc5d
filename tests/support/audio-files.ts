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
