import type { Music } from '#contract/reports/tracks.ts'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import styles from './tracks/Cards.module.css'
import { FileButton } from './tracks/FileButton.tsx'
import buttons from './tracks/TrackButtons.module.css'
import { CopyIsrcButton, FavoriteButton, PreviewButton, RanksButton } from './tracks/TrackButtons.tsx'
import { TrackBadges, TrackCategory, TrackMoods, TrackName, TrackUsage } from './tracks/TrackDetails.tsx'

const sizes = '(max-width: 640px) 46vw, 200px'

export const MusicCard = ({ music }: { music: Music }) => (
  <li className={styles.card} data-music={music.id}>
    <div className={styles.picture}>
      <Cover cover={music.cover} seed={music.isrc} sizes={sizes} />
      <PreviewButton music={music} />
      <FavoriteButton music={music} />
      <TrackUsage music={music} />
    </div>
    <div className={styles.names}>
      <h3 className="clamp medium" title={music.name}>
        <TrackName music={music} />
      </h3>
      <p className="truncate note" title={music.artist}>
        {music.artist}
      </p>
    </div>
    <TrackCategory music={music} />
    <TrackBadges music={music} />
    <TrackMoods music={music} />
    <div className="line justify-between full">
      <CopyIsrcButton music={music} />
      <RanksButton music={music} />
    </div>
    <FileButton music={music} className={buttons.file} />
  </li>
)
