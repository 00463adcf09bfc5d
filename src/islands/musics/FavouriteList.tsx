import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { favouritesLimit, type Music } from '#contract/musics.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { useKeptFocus } from '#shared/use-kept-focus.ts'
import { FavouriteSlot } from './FavouriteSlot.tsx'
import styles from './Favourites.module.css'
import { $favourites, favourites } from './favourites.ts'
import musics from './Musics.module.css'
import { UseDays } from './track-facts.tsx'
import { useReorder } from './use-reorder.ts'

/** The person's favourites in ten places, in the order that they like. */
export function FavouriteList() {
  const shown = useStore($favourites)
  const { error } = useStore(favourites.$state)
  const heading = useRef<HTMLHeadingElement>(null)
  const keptFocus = useKeptFocus(heading)
  const waiting = shown === null && error === null
  return (
    <section className={musics.section} aria-busy={waiting} {...keptFocus}>
      <div className={musics.sectionHead}>
        <h2 ref={heading} tabIndex={-1}>
          {t('musics:favourites.title')} {shown && <Count of={shown.length} />}
        </h2>
        <UseDays />
      </div>
      {error && shown === null ? <Failed text={error.message} /> : <Places shown={shown} />}
    </section>
  )
}

const Count = ({ of }: { of: number }) => (
  <small className={styles.count}>
    <span aria-hidden="true">
      {of} / {favouritesLimit}
    </span>
    <span className="visually-hidden">
      {t('musics:favourites.count', { count: of, most: favouritesLimit })}
    </span>
  </small>
)

const Failed = ({ text }: { text: string }) => (
  <Message failed title={t('musics:failed.favourites')} text={text}>
    <Button onClick={favourites.reload}>{t('common:retry')}</Button>
  </Message>
)

const none: readonly Music[] = []

/** As many places as there can be favourites: whatever comes, nothing moves. */
function Places({ shown: known }: { shown: readonly Music[] | null }) {
  const shown = known ?? none
  const { list, said, move, drag } = useReorder(shown)
  // By their places: those that stay free do not move.
  const free = Array.from({ length: favouritesLimit }, (_, place) => place).slice(shown.length)
  return (
    <div className={styles.places}>
      <ol ref={list} className={styles.slots} data-empty={shown.length === 0 || undefined}>
        {shown.map((music, place) => (
          <FavouriteSlot
            key={music.id}
            music={music}
            first={place === 0}
            last={place === shown.length - 1}
            onMove={(by) => move(music, place + by)}
            {...drag(music, place)}
          />
        ))}
        {free.map((place) => (
          <li key={`free ${place}`} className={styles.free} aria-hidden="true" />
        ))}
      </ol>
      {known?.length === 0 && <p className={styles.none}>{t('musics:favourites.none')}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
