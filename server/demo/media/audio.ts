import { seededPick, seededRandom } from '#server/demo/data/seeded-random.ts'

const sampleRate = 16_000
const durationSeconds = 6
const sampleCount = sampleRate * durationSeconds
const headerBytes = 44

/** Pentatonic, in semitones: any notes sound good together. */
const scale = [0, 2, 4, 7, 9, 12, 14, 16]
const roots = [196, 220, 246.9, 261.6]

const getFrequency = (root: number, semitones: number) => root * 2 ** (semitones / 12)

/** The preview of a demo track. */
export const createWav = (name: string): Buffer<ArrayBuffer> => encodeWav(createMelody(name), sampleCount)

/** A whole demo track, which repeats its preview. */
export const createTrackWav = (name: string, seconds: number): Buffer<ArrayBuffer> =>
  encodeWav(createMelody(name), sampleRate * seconds)

function createMelody(name: string): Float32Array {
  const buffer = new Float32Array(sampleCount)
  const root = seededPick(roots, name, 'root')
  const beat = 0.3 + 0.2 * seededRandom(name, 'beat')
  addDrone(buffer, root / 2)
  for (let at = 0; at * beat < durationSeconds - 1; at++) {
    if (at > 0 && seededRandom(name, 'rest', at) < 0.2) continue
    addNote(
      buffer,
      getFrequency(root, seededPick(scale, name, 'note', at)),
      Math.round(at * beat * sampleRate),
      0.16,
    )
  }
  return buffer.map((value, at) => value * getEnvelope(at))
}

function addDrone(buffer: Float32Array, frequency: number): void {
  for (let at = 0; at < sampleCount; at++) {
    const angle = (2 * Math.PI * frequency * at) / sampleRate
    buffer[at] = 0.06 * (Math.sin(angle) + 0.4 * Math.sin(1.5 * angle))
  }
}

function addNote(buffer: Float32Array, frequency: number, from: number, loudness: number): void {
  const end = Math.min(sampleCount, from + 1.4 * sampleRate)
  for (let at = from; at < end; at++) {
    const time = (at - from) / sampleRate
    const angle = 2 * Math.PI * frequency * time
    const tone =
      Math.sin(angle) * Math.exp(-3 * time) +
      0.35 * Math.sin(2 * angle) * Math.exp(-5 * time) +
      0.15 * Math.sin(3 * angle) * Math.exp(-8 * time)
    buffer[at] = (buffer[at] ?? 0) + loudness * Math.min(1, time * 250) * tone
  }
}

const getEnvelope = (at: number) =>
  Math.min(1, at / (0.1 * sampleRate), (sampleCount - at) / (1.2 * sampleRate))

function encodeWav(melody: Float32Array, samples: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(headerBytes + 2 * samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(2 * sampleRate, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(2 * samples, 40)
  for (const [at, value] of melody.entries()) {
    const sample = Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
    for (let place = at; place < samples; place += melody.length)
      bytes.writeInt16LE(sample, headerBytes + 2 * place)
  }
  return bytes
}
