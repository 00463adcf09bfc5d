import { useState } from 'react'
import { getCoverSources } from '#lib/api/cover-image.ts'
import styles from './Picture.module.css'
import { Waveform } from './Waveform.tsx'

interface CoverProps {
  cover: string | null
  /** Equal seeds draw equal placeholders. */
  seed: string
  sizes: string
}

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
