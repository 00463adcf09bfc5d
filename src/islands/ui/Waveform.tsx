import styles from './Picture.module.css'

const barCount = 7
const barSpacing = 4
const height = 64

interface WaveformProps {
  /** Equal seeds draw equal waves. */
  seed: string
}

/** A placeholder picture of 9:16 in the site's color. */
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

/** Heights from 6 to about 40: seeded noise on a rising line. */
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
