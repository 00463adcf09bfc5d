import { useStore } from '@nanostores/react'
import { type CSSProperties, useEffect } from 'react'
import type { Music } from '#contract/musics.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $favoriteOverrides, setFavorite } from './favorites.ts'
import { formatIsrc } from './isrc.ts'
import { $player, $progress, stopPreview, togglePreview } from './player.ts'
import styles from './TrackButtons.module.css'

interface TrackProps {
  music: Music
}

/** Whether the track is among the person's favourites. */
export function FavoriteButton({ music }: TrackProps) {
  const isFavorite = useStore($favoriteOverrides).get(music.id) ?? music.favourite
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={t('musics:favourites.mark', { name: music.name })}
      aria-pressed={isFavorite}
      data-favourite
      onClick={() => setFavorite(music, !isFavorite)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" data-lines>
        <path d="M10 16.4C5.6 13.2 3 10.7 3 7.7a3.7 3.7 0 0 1 7-1.7 3.7 3.7 0 0 1 7 1.7c0 3-2.6 5.5-7 8.7z" />
      </svg>
    </button>
  )
}

async function copyIsrc({ isrc }: Music): Promise<void> {
  try {
    await navigator.clipboard.writeText(isrc)
    notify('success', t('musics:copied'))
  } catch {
    // No permission, or plain HTTP: the person can still take it by hand.
    notify('error', t('musics:notCopied', { isrc }))
  }
}

interface CopyIsrcProps extends TrackProps {
  /** Where there is no room for the number itself. */
  short?: boolean
}

/** The ISRC as it is read; copied without its hyphens. */
export function CopyIsrcButton({ music, short = false }: CopyIsrcProps) {
  const isrc = formatIsrc(music.isrc)
  return (
    <button
      type="button"
      className={short ? styles.round : styles.isrc}
      title={short ? isrc : undefined}
      onClick={() => copyIsrc(music)}
    >
      <span className="visually-hidden">{t('musics:copyOf', { name: music.name })}</span>
      {!short && <span>{isrc}</span>}
      <svg viewBox="0 0 20 20" aria-hidden="true" data-lines>
        <path d="M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4" />
      </svg>
    </button>
  )
}

const iconPaths = { play: 'M7 4.8v10.4l8.4-5.2z', pause: 'M6 5h2.6v10H6zM11.4 5H14v10h-2.6z' }

/** Plays the track, or pauses it; there where the catalogue has a sound. */
export function PreviewButton({ music }: TrackProps) {
  const { id, name } = music
  const playing = useStore($player)
  const state = playing?.id === id ? playing.state : undefined
  // Nobody could stop what has no button any more.
  useEffect(() => () => stopPreview(id), [id])
  if (music.audio === null) return null
  const next = state === undefined || state === 'paused' ? 'play' : 'pause'
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={t(`musics:preview.${next}`, { name })}
      data-preview={state ?? ''}
      onClick={() => togglePreview(music)}
    >
      {state && <PreviewProgress />}
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={iconPaths[next]} />
      </svg>
    </button>
  )
}

/** A ring around the button that fills. */
function PreviewProgress() {
  const progress = useStore($progress)
  return <span className={styles.progress} style={{ '--heard': progress } as CSSProperties} />
}
