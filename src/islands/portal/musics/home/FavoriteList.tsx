import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { maxFavorites } from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { useRestoreFocus } from '#islands/kit/hooks/use-restore-focus.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { $favorites, favorites } from '#islands/portal/musics/state/favorites.ts'
import { useReorder } from '#islands/portal/musics/state/use-reorder.ts'
import musics from '#islands/portal/musics/tracks/Musics.module.css'
import { UsagePeriod } from '#islands/portal/musics/tracks/TrackDetails.tsx'
import { t } from '#lib/i18n/strings.ts'
import { FavoriteSlot } from './FavoriteSlot.tsx'
import styles from './Favorites.module.css'

export function FavoriteList() {
  const current = useStore($favorites)
  const { error } = useStore(favorites.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const isLoading = current === null && error === null
  return (
    <section className={musics.section} aria-busy={isLoading} {...focusHandlers}>
      <div className={musics.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('musics:favorites.title')} {current && <FavoriteCount count={current.length} />}
        </h2>
        <UsagePeriod />
      </div>
      {error && current === null ? (
        <FavoritesFailure text={error.message} />
      ) : (
        <FavoriteSlots favorites={current} />
      )}
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

const FavoritesFailure = ({ text }: { text: string }) => (
  <LoadFailure title={t('musics:failed.favorites')} text={text} onRetry={favorites.reload} />
)

const noTracks: readonly Music[] = []

/** Renders a slot for every possible favorite to avoid layout shifts. */
function FavoriteSlots({ favorites: loaded }: { favorites: readonly Music[] | null }) {
  const tracks = loaded ?? noTracks
  const { list, announcement, move, drag } = useReorder(tracks)
  const emptySlots = Array.from({ length: maxFavorites }, (_, position) => position).slice(tracks.length)
  return (
    <div className="relative">
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
