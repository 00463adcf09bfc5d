import { useState } from 'react'
import { getCoverSources } from '#lib/api/cover-image.ts'
import styles from './Cover.module.css'
import { Waveform } from './Waveform.tsx'

interface CoverProps {
  /** As the API gives it, null where the track has none. */
  cover: string | null
  /** The same seed draws the same placeholder. */
  seed: string
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string
}

/** A track's picture, as wide as what it is in: decoration beside its name. A drawing stands for one that is not there. */
export function Cover({ cover, seed, sizes }: CoverProps) {
  const [failedCover, setFailedCover] = useState<string>()
  if (cover === null || cover === failedCover) {
    return (
      <span className={styles.cover}>
        <Waveform seed={seed} />
      </span>
    )
  }
  const { sources, src, srcset } = getCoverSources(cover)
  return (
    <picture className={styles.cover}>
      {sources.map(({ type, srcset: choice }) => (
        <source key={type} type={type} srcSet={choice} sizes={sizes} />
      ))}
      <img
        src={src}
        srcSet={srcset}
        sizes={sizes}
        alt=""
        width={192}
        height={192}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailedCover(cover)}
      />
    </picture>
  )
}
