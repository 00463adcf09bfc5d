import { useStore } from '@nanostores/react'
import { type DragEventHandler, useEffect, useRef } from 'react'
import { maxFavorites } from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { $favorites, favorites } from '#islands/portal/musics/state/favorites.ts'
import { useReorder } from '#islands/portal/musics/state/use-reorder.ts'
import cards from '#islands/portal/musics/tracks/Cards.module.css'
import musics from '#islands/portal/musics/tracks/Musics.module.css'
import { CopyIsrcButton, FavoriteButton, PreviewButton } from '#islands/portal/musics/tracks/TrackButtons.tsx'
import { TrackName, TrackUsage, UsagePeriod } from '#islands/portal/musics/tracks/TrackDetails.tsx'
import type { ApiError } from '#lib/api/call.ts'
import { $cachedFavorites } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Favorites.module.css'

export function FavoriteList() {
  const current = useStore($favorites)
  const { error } = useStore(favorites.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const isLoading = current === null && error === null
  const hasFavorites = current && current.length > 0
  useEffect(() => {
    if (hasFavorites !== null) $cachedFavorites.set(hasFavorites ? '1' : '')
  }, [hasFavorites])
  return (
    <section className={musics.section} aria-busy={isLoading} {...focusHandlers}>
      <div className={musics.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('musics:favorites.title')} {current && <FavoriteCount count={current.length} />}
        </h2>
        <UsagePeriod />
      </div>
      {error && current === null ? <FavoritesFailure error={error} /> : <FavoriteSlots favorites={current} />}
    </section>
  )
}

const FavoriteCount = ({ count }: { count: number }) => (
  <small className="text-s">
    <span aria-hidden="true">
      {count} / {maxFavorites}
    </span>
    <span className="visually-hidden">{t('musics:favorites.count', { count, max: maxFavorites })}</span>
  </small>
)

const FavoritesFailure = ({ error }: { error: ApiError }) => (
  <LoadFailure title={t('musics:failed.favorites')} error={error} onRetry={favorites.reload} />
)

const noTracks: readonly Music[] = []

/** Renders a slot for every possible favorite to avoid layout shifts; the styles hide them from people without any. */
function FavoriteSlots({ favorites: loaded }: { favorites: readonly Music[] | null }) {
  const tracks = loaded ?? noTracks
  const { list, announcement, move, drag } = useReorder(tracks)
  const emptySlots = Array.from({ length: maxFavorites }, (_, position) => position).slice(tracks.length)
  return (
    <div className={styles.place}>
      <ol ref={list} className={styles.board} data-empty={tracks.length === 0 || undefined}>
        {tracks.map((music, index) => (
          <FavoriteSlot
            key={music.id}
            music={music}
            isFirst={index === 0}
            isLast={index === tracks.length - 1}
            onMove={(by) => move(music, index + by)}
            {...drag(music, index)}
          />
        ))}
        {emptySlots.map((position) => (
          <li key={`empty ${position}`} className={styles.emptySlot} aria-hidden="true" />
        ))}
      </ol>
      {loaded?.length === 0 && <p className={styles.emptyText}>{t('musics:favorites.none')}</p>}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

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

function FavoriteSlot({ music, isFirst, isLast, onMove, ...drag }: FavoriteSlotProps) {
  return (
    <li className={styles.slot} data-music={music.id} draggable {...drag}>
      <div className={`${cards.picture} ${styles.picture}`}>
        <Cover cover={music.cover} seed={music.isrc} sizes="116px" />
        <PreviewButton music={music} />
        <FavoriteButton music={music} />
        <TrackUsage music={music} />
      </div>
      <div className="relative">
        <h3 className="truncate medium text-s" title={music.name}>
          <TrackName music={music} />
        </h3>
        <p className="truncate caption" title={music.artist}>
          {music.artist}
        </p>
      </div>
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
