import { UnusableFileError } from '#server/platform/media/unusable-file.ts'

const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
/** By the bits of the version: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1. */
const sampleRates: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}
const layer3 = 1
const mono = 3
/** Encoders leave zeros between a tag and the first frame, or behind the last. */
const maxPadding = 64 * 1024

interface Frame {
  bytes: number
  seconds: number
  /** Where an encoder notes how many frames follow. */
  noteOffset: number
}

/** Null: no frame of layer III begins there. */
function readFrame(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null
  const header = bytes.readUInt32BE(at)
  const version = (header >>> 19) & 3
  const bitrate = bitrates[version === 3 ? 1 : 2][(header >>> 12) & 15]
  const sampleRate = sampleRates[version]?.[(header >>> 10) & 3]
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== layer3 || !bitrate || !sampleRate) return null
  const samples = version === 3 ? 1152 : 576
  const isMono = ((header >>> 6) & 3) === mono
  const sideInfo = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    bytes: Math.floor((samples * bitrate * 125) / sampleRate) + ((header >>> 9) & 1),
    seconds: samples / sampleRate,
    noteOffset: 4 + sideInfo,
  }
}

/** A tag in front, whose length is written in seven bits of each byte. */
function skipId3(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0)
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0
  return 10 + size + (hasFooter ? 10 : 0)
}

function skipZeros(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && at - from < maxPadding && bytes[at] === 0) at++
  return at
}

const endTags = ['TAG', 'APETAGEX', 'LYRICSBEGIN', 'ID3', '3DI']
const isEndTag = (bytes: Buffer, at: number): boolean =>
  endTags.some((tag) => bytes.toString('latin1', at, at + tag.length) === tag)

/** A name is no proof: the first two frames have to follow each other. */
export function isMp3(bytes: Buffer): boolean {
  const at = skipZeros(bytes, skipId3(bytes))
  const first = readFrame(bytes, at)
  return first !== null && (readFrame(bytes, at + first.bytes) !== null || at + first.bytes >= bytes.length)
}

/** Walks all frames, so that a file that was cut or overwritten is found. @throws {UnusableFileError} */
export function measureMp3(bytes: Buffer): number {
  let at = skipZeros(bytes, skipId3(bytes))
  const expectedFrames = readFrameCount(bytes, at)
  let frames = 0
  let seconds = 0
  for (let frame = readFrame(bytes, at); frame; frame = readFrame(bytes, at)) {
    if (at + frame.bytes > bytes.length) throw new UnusableFileError(describeEnd(seconds))
    at += frame.bytes
    seconds += frame.seconds
    frames += 1
  }
  const end = skipZeros(bytes, at)
  if (end < bytes.length && !isEndTag(bytes, end))
    throw new UnusableFileError(`it is damaged after ${formatSeconds(seconds)}: copy it again`)
  // The frame of the note itself is not counted, and players do not miss a last one.
  if (frames < expectedFrames) throw new UnusableFileError(describeEnd(seconds))
  return seconds * 1000
}

/** How many frames the encoder has noted; 0: none. */
function readFrameCount(bytes: Buffer, at: number): number {
  const note = at + (readFrame(bytes, at)?.noteOffset ?? 0)
  if (!['Xing', 'Info'].includes(bytes.toString('latin1', note, note + 4))) return 0
  const hasFrames = note + 12 <= bytes.length && (bytes.readUInt32BE(note + 4) & 1) === 1
  return hasFrames ? bytes.readUInt32BE(note + 8) : 0
}

const formatSeconds = (seconds: number) => `${Math.floor(seconds)} s`
const describeEnd = (seconds: number) => `it breaks off after ${formatSeconds(seconds)}: copy it again`
