import type { Music } from '#contract/musics.ts'
import { Cover } from '#islands/ui/Cover.tsx'
import styles from './Cards.module.css'
import { CopyIsrcButton, FavoriteButton, PreviewButton, RanksButton } from './TrackButtons.tsx'
import { TrackBadges, TrackCategory, TrackMoods, TrackUsage } from './TrackDetails.tsx'

const sizes = '(max-width: 640px) 46vw, 200px'

export const MusicCard = ({ music }: { music: Music }) => (
  <li className={styles.card} data-music={music.id}>
    <div className={styles.picture}>
      <Cover cover={music.cover} seed={music.isrc} sizes={sizes} />
      <PreviewButton music={music} />
      <FavoriteButton music={music} />
      <TrackUsage music={music} />
    </div>
    <h3 className="clamp medium" title={music.name}>
      {music.name}
    </h3>
    <p className="truncate note" title={music.artist}>
      {music.artist}
    </p>
    <TrackCategory music={music} />
    <TrackBadges music={music} />
    <TrackMoods music={music} />
    <div className={styles.buttons}>
      <CopyIsrcButton music={music} />
      <RanksButton music={music} />
    </div>
  </li>
)
