import type { Music } from '#contract/musics.ts'
import { Cover } from '#shared/Cover.tsx'
import styles from './Cards.module.css'
import { CopyIsrc, FavouriteButton, PreviewButton } from './TrackButtons.tsx'
import { Kind, Marks, Moods, Use } from './track-facts.tsx'

const sizes = '(max-width: 640px) 46vw, 200px'

/** A track with all that is said of it. */
export const MusicCard = ({ music }: { music: Music }) => (
  <li className={styles.card} data-music={music.id}>
    <div className={styles.picture}>
      <Cover cover={music.cover} seed={music.isrc} sizes={sizes} />
      <PreviewButton music={music} />
      <FavouriteButton music={music} />
      <Use music={music} />
    </div>
    <h3 className={styles.name}>{music.name}</h3>
    <p className={styles.artist}>{music.artist}</p>
    <Kind music={music} />
    <Marks music={music} />
    <Moods music={music} />
    <CopyIsrc music={music} />
  </li>
)
