/** What a file is, by its content: names say what they like. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg'
export type SoundKind = 'mp3' | 'm4a' | 'aac' | 'ogg' | 'wav' | 'flac' | 'aiff'

const beginBytes = 4_096

const textAt = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length)

/** The brands of a file in boxes (ISO base media): the major one first. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || textAt(bytes, 4, 4) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, beginBytes)
  const brands = [textAt(bytes, 8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at, 4))
  return brands
}

export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return 'gif'
  if (brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (/<svg[\s>]/i.test(textAt(bytes, 0, beginBytes))) return 'svg'
  return undefined
}

export function soundKindOf(bytes: Buffer): SoundKind | undefined {
  if (textAt(bytes, 0, 4) === 'OggS') return isOgg(textAt(bytes, 0, beginBytes)) ? 'ogg' : undefined
  if (textAt(bytes, 0, 4) === 'fLaC') return 'flac'
  if (/^RI(FF|FX)/.test(textAt(bytes, 0, 4)) && textAt(bytes, 8, 4) === 'WAVE') return 'wav'
  if (/^FORM....AIF[FC]/s.test(textAt(bytes, 0, 12))) return 'aiff'
  if (brandsOf(bytes).some((brand) => /^(M4[AB] |mp4[12]|iso[m2-6])$/.test(brand)))
    return isOnlySound(handlersOf(bytes)) ? 'm4a' : undefined
  return framesOf(bytes, afterTag(bytes))
}

/** What the tracks of a file in boxes are: each has a box that names who handles it. */
function handlersOf(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4))
    found.push(textAt(bytes, at + 12, 4))
  return found
}

const isOnlySound = (handlers: readonly string[]) => handlers.includes('soun') && !handlers.includes('vide')

const isOgg = (begin: string) => begin.includes('OpusHead') || begin.includes('\x01vorbis')

/** Where the sound begins behind an ID3 tag, whose size is written with seven bits a byte. */
function afterTag(bytes: Buffer): number {
  if (textAt(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

/** Two frames, one right behind the other, near the beginning: bytes that look like one are found everywhere. */
function framesOf(bytes: Buffer, from: number): 'mp3' | 'aac' | undefined {
  for (let at = from; at < from + beginBytes; at++) {
    const first = frameAt(bytes, at)
    if (first && frameAt(bytes, at + first.bytes)?.kind === first.kind) return first.kind
  }
  return undefined
}

const kilobits = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const hertz = [44_100, 48_000, 32_000] as const

/** A frame of MPEG audio layer III, or of AAC in ADTS. */
function frameAt(bytes: Buffer, at: number): { kind: 'mp3' | 'aac'; bytes: number } | undefined {
  if (at + 7 > bytes.length || bytes[at] !== 0xff) return undefined
  const [second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at + 1, at + 6)
  if ((second & 0xf6) === 0xf0) {
    const size = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
    return size > 7 ? { kind: 'aac', bytes: size } : undefined
  }
  const version = (second >> 3) & 3
  const isFirst = version === 3
  const rate = hertz[(third >> 2) & 3]
  const bits = kilobits[isFirst ? 0 : 1][third >> 4]
  if ((second & 0xe6) !== 0xe2 || version === 1 || !rate || !bits) return undefined
  const perSecond = rate / (isFirst ? 1 : version === 2 ? 2 : 4)
  const size = Math.floor(((isFirst ? 144 : 72) * bits * 1_000) / perSecond) + ((third >> 1) & 1)
  return { kind: 'mp3', bytes: size }
}
