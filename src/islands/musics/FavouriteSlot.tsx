import type { DragEventHandler } from 'react'
import type { Music } from '#contract/musics.ts'
import { t } from '#lib/strings.ts'
import { Cover } from '#shared/Cover.tsx'
import cards from './Cards.module.css'
import styles from './Favourites.module.css'
import { CopyIsrc, FavouriteButton, PreviewButton } from './TrackButtons.tsx'
import { Use } from './track-facts.tsx'

const arrows = { earlier: 'M12 4.5 6.5 10l5.5 5.5', later: 'M8 4.5l5.5 5.5L8 15.5' }
type Way = keyof typeof arrows

interface SlotProps {
  music: Music
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
  onDragStart: DragEventHandler
  onDragEnter: DragEventHandler
  onDragOver: DragEventHandler
  onDragEnd: DragEventHandler
}

/** A favourite in its place, which buttons and the pointer change. */
export function FavouriteSlot({ music, first, last, onMove, ...drag }: SlotProps) {
  return (
    <li className={styles.slot} data-music={music.id} draggable {...drag}>
      <div className={`${cards.picture} ${styles.picture}`}>
        <Cover cover={music.cover} seed={music.isrc} sizes="116px" />
        <PreviewButton music={music} />
        <FavouriteButton music={music} />
        <Use music={music} />
      </div>
      <h3 title={music.name}>{music.name}</h3>
      <p title={music.artist}>{music.artist}</p>
      <div className={styles.moves}>
        <Move way="earlier" name={music.name} none={first} onClick={() => onMove(-1)} />
        <CopyIsrc music={music} short />
        <Move way="later" name={music.name} none={last} onClick={() => onMove(1)} />
      </div>
    </li>
  )
}

interface MoveProps {
  way: Way
  name: string
  /** There is no place that way. It keeps the focus all the same. */
  none: boolean
  onClick: () => void
}

const Move = ({ way, name, none, onClick }: MoveProps) => (
  <button
    type="button"
    className={styles.move}
    data-move={way}
    aria-label={t(`musics:favourites.${way}`, { name })}
    aria-disabled={none || undefined}
    onClick={none ? undefined : onClick}
  >
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={arrows[way]} />
    </svg>
  </button>
)
