/** What a file is, by its content: names say what they like. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg'
export type AudioType = 'mp3' | 'm4a' | 'aac' | 'ogg' | 'wav' | 'flac' | 'aiff'

const sniffedBytes = 4_096

const readLatin1 = (bytes: Buffer, from: number, length: number) =>
  bytes.toString('latin1', from, from + length)

/** The brands of a file in boxes (ISO base media): the major one first. */
function readMp4Brands(bytes: Buffer): string[] {
  if (bytes.length < 16 || readLatin1(bytes, 4, 4) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, sniffedBytes)
  const brands = [readLatin1(bytes, 8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(readLatin1(bytes, at, 4))
  return brands
}

export function detectImageType(bytes: Buffer): ImageType | undefined {
  if (readLatin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (readLatin1(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(readLatin1(bytes, 0, 6))) return 'gif'
  if (readMp4Brands(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (/<svg[\s>]/i.test(readLatin1(bytes, 0, sniffedBytes))) return 'svg'
  return undefined
}

export function detectAudioType(bytes: Buffer): AudioType | undefined {
  if (readLatin1(bytes, 0, 4) === 'OggS')
    return isOggAudio(readLatin1(bytes, 0, sniffedBytes)) ? 'ogg' : undefined
  if (readLatin1(bytes, 0, 4) === 'fLaC') return 'flac'
  if (/^RI(FF|FX)/.test(readLatin1(bytes, 0, 4)) && readLatin1(bytes, 8, 4) === 'WAVE') return 'wav'
  if (/^FORM....AIF[FC]/s.test(readLatin1(bytes, 0, 12))) return 'aiff'
  if (readMp4Brands(bytes).some((brand) => /^(M4[AB] |mp4[12]|iso[m2-6])$/.test(brand)))
    return isAudioOnly(readMp4Handlers(bytes)) ? 'm4a' : undefined
  return detectFrameType(bytes, skipId3Tag(bytes))
}

/** What the tracks of a file in boxes are: each has a box that names who handles it. */
function readMp4Handlers(bytes: Buffer): string[] {
  const handlers: string[] = []
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4))
    handlers.push(readLatin1(bytes, at + 12, 4))
  return handlers
}

const isAudioOnly = (handlers: readonly string[]) => handlers.includes('soun') && !handlers.includes('vide')

const isOggAudio = (head: string) => head.includes('OpusHead') || head.includes('\x01vorbis')

/** Where the sound begins behind an ID3 tag, whose size is written with seven bits a byte. */
function skipId3Tag(bytes: Buffer): number {
  if (readLatin1(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

/** Two frames, one right behind the other, near the beginning: bytes that look like one are found everywhere. */
function detectFrameType(bytes: Buffer, from: number): 'mp3' | 'aac' | undefined {
  for (let at = from; at < from + sniffedBytes; at++) {
    const first = parseFrameHeader(bytes, at)
    if (first && parseFrameHeader(bytes, at + first.bytes)?.kind === first.kind) return first.kind
  }
  return undefined
}

const bitratesKbps = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const sampleRates = [44_100, 48_000, 32_000] as const

/** A frame of MPEG audio layer III, or of AAC in ADTS. */
function parseFrameHeader(bytes: Buffer, at: number): { kind: 'mp3' | 'aac'; bytes: number } | undefined {
  if (at + 7 > bytes.length || bytes[at] !== 0xff) return undefined
  const [second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at + 1, at + 6)
  if ((second & 0xf6) === 0xf0) {
    const size = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
    return size > 7 ? { kind: 'aac', bytes: size } : undefined
  }
  const version = (second >> 3) & 3
  const isFirst = version === 3
  const rate = sampleRates[(third >> 2) & 3]
  const bits = bitratesKbps[isFirst ? 0 : 1][third >> 4]
  if ((second & 0xe6) !== 0xe2 || version === 1 || !rate || !bits) return undefined
  const perSecond = rate / (isFirst ? 1 : version === 2 ? 2 : 4)
  const size = Math.floor(((isFirst ? 144 : 72) * bits * 1_000) / perSecond) + ((third >> 1) & 1)
  return { kind: 'mp3', bytes: size }
}
