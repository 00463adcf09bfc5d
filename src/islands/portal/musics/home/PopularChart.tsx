import { useStore } from '@nanostores/react'
import type { PopularMusic } from '#contract/portal/musics.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { popular } from '#islands/portal/musics/state/store.ts'
import musics from '#islands/portal/musics/tracks/Musics.module.css'
import {
  CopyIsrcButton,
  FavoriteButton,
  PreviewButton,
  RanksButton,
} from '#islands/portal/musics/tracks/TrackButtons.tsx'
import {
  TrackBadges,
  TrackCategory,
  TrackName,
  TrackUsage,
} from '#islands/portal/musics/tracks/TrackDetails.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { formatRankChange, getRankChange } from '#lib/format/rank-change.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './PopularChart.module.css'
import { PopularRow, PopularSkeleton } from './PopularRow.tsx'

export function PopularChart() {
  const { result, error } = useStore(popular.$state)
  const { from = null, to = null } = result?.data ?? {}
  return (
    <section className={musics.section} aria-busy={result === null && error === null}>
      <div className={musics.head}>
        <h2>{t('common:popularTracks')}</h2>
        <p className="caption">
          {from && to ? t('musics:popular.days', { days: formatDayRange(from, to, locale()) }) : '\u00a0'}
        </p>
      </div>
      <PopularBody />
    </section>
  )
}

function PopularBody() {
  const { result, error } = useStore(popular.$state)
  if (error && result === null) {
    return <LoadFailure title={t('musics:popular.failed')} error={error} onRetry={popular.reload} />
  }
  if (result?.data.musics.length === 0) return <Message title={t('musics:popular.empty')} text="" />
  return (
    <ol className={styles.rows}>
      {result ? result.data.musics.map(renderRow) : <PopularSkeleton count={10} />}
    </ol>
  )
}

const renderRow = (music: PopularMusic) => (
  <PopularRow
    key={music.id}
    id={music.id}
    rank={
      <RanksButton music={music}>
        <b className="text-l bold">{music.rank}</b>
        <RankChange music={music} />
      </RanksButton>
    }
    picture={
      <>
        <Cover cover={music.cover} seed={music.isrc} sizes="56px" />
        <PreviewButton music={music} />
      </>
    }
    name={
      <h3 className="truncate medium" title={music.name}>
        <TrackName music={music} />
      </h3>
    }
    caption={
      <>
        {music.artist} · <TrackCategory music={music} short />
      </>
    }
    more={
      <>
        <TrackBadges music={music} />
        <TrackUsage music={music} />
      </>
    }
    actions={
      <>
        <FavoriteButton music={music} />
        <CopyIsrcButton music={music} short />
      </>
    }
  />
)

function RankChange({ music }: { music: PopularMusic }) {
  const move = getRankChange(music)
  return (
    <small data-direction={move.way}>
      <span aria-hidden="true">{formatRankChange(move, t('musics:change.new'))}</span>
      <span className="visually-hidden">{t(`musics:change.${move.way}Words`, { count: move.places })}</span>
    </small>
  )
}
