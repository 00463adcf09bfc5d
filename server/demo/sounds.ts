import { chance, pick } from './random.ts'

const hertz = 16_000
const seconds = 6
const samples = hertz * seconds
const headBytes = 44

/** Half tones of a scale in which whatever sounds together sounds well. */
const scale = [0, 2, 4, 7, 9, 12, 14, 16]
const roots = [196, 220, 246.9, 261.6]

const pitch = (root: number, halfTones: number) => root * 2 ** (halfTones / 12)

/** A few quiet seconds to listen to, the same for a name each time: plucked notes over a low one, as a WAV file. */
export function makeSound(name: string): Buffer<ArrayBuffer> {
  const wave = new Float32Array(samples)
  const root = pick(roots, name, 'root')
  const beat = 0.3 + 0.2 * chance(name, 'beat')
  hum(wave, root / 2)
  for (let at = 0; at * beat < seconds - 1; at++) {
    if (at > 0 && chance(name, 'rest', at) < 0.2) continue
    pluck(wave, pitch(root, pick(scale, name, 'note', at)), Math.round(at * beat * hertz), 0.16)
  }
  return wavOf(wave)
}

function hum(wave: Float32Array, frequency: number): void {
  for (let at = 0; at < samples; at++) {
    const angle = (2 * Math.PI * frequency * at) / hertz
    wave[at] = 0.06 * (Math.sin(angle) + 0.4 * Math.sin(1.5 * angle))
  }
}

/** A string's note: its overtones fade sooner than it does. */
function pluck(wave: Float32Array, frequency: number, from: number, loudness: number): void {
  const end = Math.min(samples, from + 1.4 * hertz)
  for (let at = from; at < end; at++) {
    const time = (at - from) / hertz
    const angle = 2 * Math.PI * frequency * time
    const tone =
      Math.sin(angle) * Math.exp(-3 * time) +
      0.35 * Math.sin(2 * angle) * Math.exp(-5 * time) +
      0.15 * Math.sin(3 * angle) * Math.exp(-8 * time)
    wave[at] = (wave[at] ?? 0) + loudness * Math.min(1, time * 250) * tone
  }
}

/** Comes and goes softly. */
const swell = (at: number) => Math.min(1, at / (0.1 * hertz), (samples - at) / (1.2 * hertz))

function wavOf(wave: Float32Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(headBytes + 2 * samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(hertz, 24)
  bytes.writeUInt32LE(2 * hertz, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(2 * samples, 40)
  for (const [at, value] of wave.entries()) {
    const sample = Math.max(-1, Math.min(1, value * swell(at)))
    bytes.writeInt16LE(Math.round(sample * 32_767), headBytes + 2 * at)
  }
  return bytes
}
