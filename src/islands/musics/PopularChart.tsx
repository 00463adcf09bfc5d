import { useStore } from '@nanostores/react'
import type { PopularMusic } from '#contract/musics.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Cover } from '#islands/ui/Cover.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { formatDayRange } from '#lib/format/day.ts'
import { formatRankChange, getRankChange } from '#lib/format/rank-change.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import musics from './Musics.module.css'
import styles from './PopularChart.module.css'
import { popular } from './store.ts'
import { CopyIsrcButton, FavoriteButton, PreviewButton } from './TrackButtons.tsx'
import { TrackBadges, TrackCategory, TrackUsage } from './TrackDetails.tsx'

export function PopularChart() {
  const { result, error } = useStore(popular.$state)
  const { from = null, to = null } = result?.data ?? {}
  return (
    <section className={musics.section} aria-busy={result === null && error === null}>
      <div className={musics.head}>
        <h2>{t('musics:popular.title')}</h2>
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
    return (
      <Message failed title={t('musics:popular.failed')} text="">
        <Button onClick={popular.reload}>{t('common:retry')}</Button>
      </Message>
    )
  }
  if (result?.data.musics.length === 0) return <Message title={t('musics:popular.empty')} text="" />
  return <ol className={styles.rows}>{result ? result.data.musics.map(renderRow) : skeletonRows}</ol>
}

/** Prerendered: the content security policy forbids inline styles. */
const skeletonRows = Array.from({ length: 10 }, (_, at) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
  <li key={at} className={styles.skeleton} aria-hidden="true">
    <span />
    <span />
    <span />
  </li>
))

const renderRow = (music: PopularMusic) => <PopularRow key={music.id} music={music} />

function PopularRow({ music }: { music: PopularMusic }) {
  return (
    <li data-music={music.id}>
      <span className={styles.rank}>
        <b className="text-l bold">{music.rank}</b>
        <RankChange music={music} />
      </span>
      <span className={styles.picture}>
        <Cover cover={music.cover} seed={music.isrc} sizes="56px" />
        <PreviewButton music={music} />
      </span>
      <div className={`min-0 ${styles.names}`}>
        <h3 className="truncate medium" title={music.name}>
          {music.name}
        </h3>
        <p className="truncate note">
          {music.artist} · <TrackCategory music={music} />
        </p>
        <div className={styles.more}>
          <TrackBadges music={music} />
          <TrackUsage music={music} />
        </div>
      </div>
      <span className={styles.actions}>
        <FavoriteButton music={music} />
        <CopyIsrcButton music={music} short />
      </span>
    </li>
  )
}

function RankChange({ music }: { music: PopularMusic }) {
  const move = getRankChange(music)
  return (
    <small data-direction={move.way}>
      <span aria-hidden="true">{formatRankChange(move, t('musics:change.new'))}</span>
      <span className="visually-hidden">{t(`musics:change.${move.way}Words`, { count: move.places })}</span>
    </small>
  )
}
