import { useState } from 'react'
import { getCoverSources } from '#lib/api/cover-image.ts'
import styles from './Picture.module.css'
import { Waveform } from './Waveform.tsx'

interface CoverProps {
  /** null: the track has none. */
  cover: string | null
  /** Equal seeds draw equal placeholders. */
  seed: string
  /** As in the attribute `sizes`. */
  sizes: string
}

/** A track's cover, as wide as its container; falls back to a waveform. */
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
