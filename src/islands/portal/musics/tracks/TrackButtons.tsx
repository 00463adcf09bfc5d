import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import { HiddenLabel } from '#islands/kit/ui/HiddenLabel.tsx'
import { $favoriteOverrides, setFavorite } from '#islands/portal/musics/state/favorites.ts'
import { formatIsrc } from '#islands/portal/musics/state/isrc.ts'
import { $player, $progress, stopPreview, togglePreview } from '#islands/portal/musics/state/player.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { previewIcons } from './preview-icons.ts'
import styles from './TrackButtons.module.css'

interface TrackProps {
  music: Music
}

export function FavoriteButton({ music }: TrackProps) {
  const isFavorite = useStore($favoriteOverrides).get(music.id) ?? music.favorite
  return (
    <button
      type="button"
      className={styles.round}
      aria-label={t('musics:favorites.mark', { name: music.name })}
      aria-pressed={isFavorite}
      data-favorite
      onClick={() => setFavorite(music, !isFavorite)}
    >
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M10 16.4C5.6 13.2 3 10.7 3 7.7a3.7 3.7 0 0 1 7-1.7 3.7 3.7 0 0 1 7 1.7c0 3-2.6 5.5-7 8.7z" />
      </svg>
    </button>
  )
}

interface CopyIsrcProps extends TrackProps {
  short?: boolean
}

export function CopyIsrcButton({ music, short = false }: CopyIsrcProps) {
  const isrc = formatIsrc(music.isrc)
  return (
    <CopyButton
      text={music.isrc}
      copied={t('isrc:copied')}
      failed={t('isrc:notCopied', { isrc: music.isrc })}
      className={short ? styles.round : styles.isrc}
      title={short ? isrc : undefined}
    >
      <HiddenLabel>{t('musics:copyOf', { name: music.name })}</HiddenLabel>
      {!short && <span>{isrc}</span>}
    </CopyButton>
  )
}

/** Shows the rank with its change in a row, and an icon on a card. */
export const RanksButton = ({ music: { id, name }, children }: TrackProps & { children?: ReactNode }) => (
  <button
    type="button"
    className={children ? styles.rank : `icon-button ${styles.ranks}`}
    title={t('musics:ranks.title')}
    data-ranks
    onClick={() => openDialog('ranks', id)}
  >
    {children ?? (
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 3.5v13h14M6 12.5l3.2-4 3 2.4L16.5 5" />
      </svg>
    )}
    <span className="visually-hidden">{t('musics:ranks.open', { name })}</span>
  </button>
)

export function PreviewButton({ music }: TrackProps) {
  const { id, name } = music
  const playing = useStore($player)
  const state = playing?.id === id ? playing.state : undefined
  useEffect(() => () => stopPreview(id), [id])
  if (music.audio === null) return null
  const next = state === undefined || state === 'paused' ? 'play' : 'pause'
  return (
    <button
      type="button"
      className={`${styles.round} ${styles.preview}`}
      aria-label={t(`musics:preview.${next}`, { name })}
      data-preview={state ?? ''}
      onClick={() => togglePreview(music)}
    >
      {state && <PreviewProgress />}
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={previewIcons[next]} />
      </svg>
    </button>
  )
}

function PreviewProgress() {
  const progress = useStore($progress)
  return <span className={styles.progress} style={{ '--progress': progress } as CSSProperties} />
}
