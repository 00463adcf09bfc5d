import type { DragEventHandler } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import cards from '#islands/portal/musics/tracks/Cards.module.css'
import { CopyIsrcButton, FavoriteButton, PreviewButton } from '#islands/portal/musics/tracks/TrackButtons.tsx'
import { TrackUsage } from '#islands/portal/musics/tracks/TrackDetails.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Favorites.module.css'

const arrows = { earlier: 'M12 4.5 6.5 10l5.5 5.5', later: 'M8 4.5l5.5 5.5L8 15.5' }
type Direction = keyof typeof arrows

interface FavoriteSlotProps {
  music: Music
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onDragStart: DragEventHandler
  onDragEnter: DragEventHandler
  onDragOver: DragEventHandler
  onDragEnd: DragEventHandler
}

export function FavoriteSlot({ music, isFirst, isLast, onMove, ...drag }: FavoriteSlotProps) {
  return (
    <li className={styles.slot} data-music={music.id} draggable {...drag}>
      <div className={`${cards.picture} ${styles.picture}`}>
        <Cover cover={music.cover} seed={music.isrc} sizes="116px" />
        <PreviewButton music={music} />
        <FavoriteButton music={music} />
        <TrackUsage music={music} />
      </div>
      <h3 className="truncate medium text-s" title={music.name}>
        {music.name}
      </h3>
      <p className="truncate caption" title={music.artist}>
        {music.artist}
      </p>
      <div className={styles.moveButtons}>
        <MoveButton direction="earlier" name={music.name} isDisabled={isFirst} onClick={() => onMove(-1)} />
        <CopyIsrcButton music={music} short />
        <MoveButton direction="later" name={music.name} isDisabled={isLast} onClick={() => onMove(1)} />
      </div>
    </li>
  )
}

interface MoveButtonProps {
  direction: Direction
  name: string
  /** Disabled via ARIA: stays focusable. */
  isDisabled: boolean
  onClick: () => void
}

const MoveButton = ({ direction, name, isDisabled, onClick }: MoveButtonProps) => (
  <button
    type="button"
    className={`icon-button ${styles.move}`}
    data-move={direction}
    aria-label={t(`musics:favorites.${direction}`, { name })}
    aria-disabled={isDisabled || undefined}
    onClick={isDisabled ? undefined : onClick}
  >
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={arrows[direction]} />
    </svg>
  </button>
)
