import styles from './Waveform.module.css'

const barCount = 7
const barSpacing = 4
const height = 64

interface WaveformProps {
  seed: string
}

/** A 9:16 placeholder in the site's color; equal seeds draw equal waves. */
export function Waveform({ seed }: WaveformProps) {
  return (
    <svg className={styles.waveform} viewBox={`0 0 36 ${height}`} aria-hidden="true">
      {computeBarHeights(seed).map((tall, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars of one drawing never move
          key={at}
          x={5 + at * barSpacing}
          y={(height - tall) / 2}
          width="2.4"
          height={tall}
          rx="1.2"
        />
      ))}
    </svg>
  )
}

/** Seeded noise on a rising line, from 6 to about 40. */
export function computeBarHeights(seed: string): number[] {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  return Array.from({ length: barCount }, (_, at) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) ^ (at + 1)
    const noise = ((state >>> 8) & 0xff) / 255
    return Math.round(6 + noise * 18 + (at / barCount) * 18)
  })
}
