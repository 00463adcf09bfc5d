import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { type Music, maxFavorites } from '#contract/musics.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { useRestoreFocus } from '#islands/ui/use-restore-focus.ts'
import { t } from '#lib/i18n/strings.ts'
import { FavoriteSlot } from './FavoriteSlot.tsx'
import styles from './Favorites.module.css'
import { $favorites, favorites } from './favorites.ts'
import musics from './Musics.module.css'
import { UsagePeriod } from './TrackDetails.tsx'
import { useReorder } from './use-reorder.ts'

/** The person's favourites in ten places, in the order that they like. */
export function FavoriteList() {
  const current = useStore($favorites)
  const { error } = useStore(favorites.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHandlers = useRestoreFocus(heading)
  const isLoading = current === null && error === null
  return (
    <section className={musics.section} aria-busy={isLoading} {...focusHandlers}>
      <div className={musics.sectionHead}>
        <h2 ref={heading} tabIndex={-1}>
          {t('musics:favourites.title')} {current && <FavoriteCount of={current.length} />}
        </h2>
        <UsagePeriod />
      </div>
      {error && current === null ? (
        <FavoritesFailure text={error.message} />
      ) : (
        <FavoriteSlots shown={current} />
      )}
    </section>
  )
}

const FavoriteCount = ({ of }: { of: number }) => (
  <small className={styles.count}>
    <span aria-hidden="true">
      {of} / {maxFavorites}
    </span>
    <span className="visually-hidden">{t('musics:favourites.count', { count: of, most: maxFavorites })}</span>
  </small>
)

const FavoritesFailure = ({ text }: { text: string }) => (
  <Message failed title={t('musics:failed.favourites')} text={text}>
    <Button onClick={favorites.reload}>{t('common:retry')}</Button>
  </Message>
)

const noTracks: readonly Music[] = []

/** As many places as there can be favourites: whatever comes, nothing moves. */
function FavoriteSlots({ shown: known }: { shown: readonly Music[] | null }) {
  const shown = known ?? noTracks
  const { list, said: announcement, move, drag } = useReorder(shown)
  // By their places: those that stay free do not move.
  const emptySlots = Array.from({ length: maxFavorites }, (_, position) => position).slice(shown.length)
  return (
    <div className={styles.places}>
      <ol ref={list} className={styles.slots} data-empty={shown.length === 0 || undefined}>
        {shown.map((music, place) => (
          <FavoriteSlot
            key={music.id}
            music={music}
            isFirst={place === 0}
            isLast={place === shown.length - 1}
            onMove={(by) => move(music, place + by)}
            {...drag(music, place)}
          />
        ))}
        {emptySlots.map((place) => (
          <li key={`free ${place}`} className={styles.free} aria-hidden="true" />
        ))}
      </ol>
      {known?.length === 0 && <p className={styles.none}>{t('musics:favourites.none')}</p>}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}
