import { useStore } from '@nanostores/react'
import type { PopularMusic } from '#contract/portal/musics.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './FirstRun.module.css'
import { popular, popularCount } from './store.ts'

export function PopularTracks() {
  const { result, error } = useStore(popular.$state)
  const isLoading = result === null && error === null
  return (
    <section className={styles.tracks} aria-busy={isLoading} aria-labelledby="first-tracks">
      <div className="spread gap-2">
        <h2 id="first-tracks">{t('first-run:popular.title')}</h2>
        <a className="button small" href={localizePath('/musics', locale())}>
          {t('first-run:popular.all')}
        </a>
      </div>
      {!isLoading && !result?.data.musics.length ? (
        <p className="muted">{t('first-run:popular.none')}</p>
      ) : (
        <ol>{result ? result.data.musics.map(renderTrack) : skeletonRows.map(renderSkeleton)}</ol>
      )}
    </section>
  )
}

const renderTrack = ({ id, isrc, cover, name, artist, rank }: PopularMusic) => (
  <li key={id} data-music={id}>
    <a href={localizePath(`/musics/all?q=${isrc}`, locale())}>
      <b className="faint text-center">{rank}</b>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="44px" />
      </span>
      <span className="min-0">
        <b className="truncate">{name}</b>
        <small className="truncate">{artist}</small>
      </span>
    </a>
  </li>
)

const skeletonRows = Array.from({ length: popularCount }, (_, place) => place)

const renderSkeleton = (place: number) => (
  <li key={`skeleton ${place}`} aria-hidden="true">
    <span className={styles.row}>
      <span />
      <Skeleton width="44px" height="44px" />
      <Skeleton width="60%" />
    </span>
  </li>
)
