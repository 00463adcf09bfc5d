import { useStore } from '@nanostores/react'
import type { CSSProperties, RefObject } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { $player, $progress } from '#islands/portal/musics/state/player.ts'
import { FileButton } from '#islands/portal/musics/tracks/FileButton.tsx'
import { FavoriteButton, PreviewButton } from '#islands/portal/musics/tracks/TrackButtons.tsx'
import { TrackBadges, TrackCategory, TrackMoods } from '#islands/portal/musics/tracks/TrackDetails.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { $isSignedIn } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './TrackPage.module.css'

interface TrackHeadProps {
  /** null: loading. */
  music: Music | null
  heading: RefObject<HTMLHeadingElement | null>
}

/** Names the track. It is the same element before and after loading, because its heading has the focus. */
export function TrackHead({ music, heading }: TrackHeadProps) {
  const isSignedIn = useStore($isSignedIn)
  return (
    <header className={styles.head} data-music={music?.id}>
      <div className={styles.cover}>
        {music ? <Cover cover={music.cover} seed={music.isrc} sizes="112px" /> : <Skeleton height="100%" />}
      </div>
      <div className="min-0">
        <h1 ref={heading} tabIndex={-1} className={page.name}>
          {music?.name ?? (
            <>
              <span className="visually-hidden">{t('shell:views.track')}</span>
              <Skeleton width="60%" />
            </>
          )}
        </h1>
        {music ? (
          <p className={styles.artist}>
            <span className="break">{music.artist}</span> · <TrackCategory music={music} hasPreviewRow />
          </p>
        ) : (
          <p className={styles.artist}>
            <Skeleton width="45%" />
          </p>
        )}
        <div className={styles.labels}>
          {music && (
            <>
              <TrackBadges music={music} />
              {isSignedIn && <TrackMoods music={music} />}
            </>
          )}
        </div>
      </div>
      {music && isSignedIn && <FavoriteButton music={music} />}
      {music && music.audio !== null ? (
        <Preview music={music} />
      ) : (
        <div className={styles.preview}>
          {music ? (
            <>
              <p className="grow note">{t('musics:preview.none')}</p>
              <FileButton music={music} className={styles.file} />
            </>
          ) : (
            <Skeleton height="44px" />
          )}
        </div>
      )}
    </header>
  )
}

function Preview({ music }: { music: Music }) {
  const playing = useStore($player)
  const state = playing?.id === music.id ? playing.state : 'idle'
  return (
    <div className={styles.preview}>
      <PreviewButton music={music} />
      <div className="grow">
        <p className="note" aria-hidden="true">
          {t(`track:preview.${state}`)}
        </p>
        <PreviewBar isActive={state !== 'idle'} />
      </div>
      <FileButton music={music} className={styles.file} />
    </div>
  )
}

function PreviewBar({ isActive }: { isActive: boolean }) {
  const progress = useStore($progress)
  const style = { '--progress': isActive ? progress : 0 } as CSSProperties
  return <span className={styles.progress} style={style} />
}
