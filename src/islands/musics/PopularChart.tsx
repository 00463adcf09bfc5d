import { useStore } from '@nanostores/react'
import type { PopularMusic } from '#contract/musics.ts'
import { moveOf, signOf } from '#lib/chart-move.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Cover } from '#shared/Cover.tsx'
import { Message } from '#shared/Message.tsx'
import styles from './Chart.module.css'
import musics from './Musics.module.css'
import { popular } from './store.ts'
import { CopyIsrc, FavouriteButton, PreviewButton } from './TrackButtons.tsx'
import { Kind, Marks, Use } from './track-facts.tsx'

/** The week's popular tracks with their ranks of the week before. */
export function PopularChart() {
  const { answer, error } = useStore(popular.$state)
  const { from = null, to = null } = answer?.data ?? {}
  return (
    <section className={musics.section} aria-busy={answer === null && error === null}>
      <div className={musics.sectionHead}>
        <h2>{t('musics:popular.title')}</h2>
        <p>
          {from && to ? t('musics:popular.days', { days: formatDayRange(from, to, locale()) }) : '\u00a0'}
        </p>
      </div>
      <Body />
    </section>
  )
}

function Body() {
  const { answer, error } = useStore(popular.$state)
  if (error && answer === null) {
    return (
      <Message failed title={t('musics:popular.failed')} text="">
        <Button onClick={popular.reload}>{t('common:retry')}</Button>
      </Message>
    )
  }
  if (answer?.data.musics.length === 0) return <Message title={t('musics:popular.empty')} text="" />
  return <ol className={styles.rows}>{answer ? answer.data.musics.map(rowOf) : waitingRows}</ol>
}

const waitingRows = Array.from({ length: 10 }, (_, at) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for others never move
  <li key={at} className={styles.waiting} aria-hidden="true">
    <span />
    <span />
    <span />
  </li>
))

const rowOf = (music: PopularMusic) => <Row key={music.id} music={music} />

function Row({ music }: { music: PopularMusic }) {
  return (
    <li data-music={music.id}>
      <span className={styles.rank}>
        <b>{music.rank}</b>
        <Change music={music} />
      </span>
      <span className={styles.picture}>
        <Cover cover={music.cover} seed={music.isrc} sizes="56px" />
        <PreviewButton music={music} />
      </span>
      <div className={styles.names}>
        <h3 title={music.name}>{music.name}</h3>
        <p>
          {music.artist} · <Kind music={music} />
        </p>
        <div className={styles.more}>
          <Marks music={music} />
          <Use music={music} />
        </div>
      </div>
      <span className={styles.actions}>
        <FavouriteButton music={music} />
        <CopyIsrc music={music} short />
      </span>
    </li>
  )
}

function Change({ music }: { music: PopularMusic }) {
  const move = moveOf(music)
  return (
    <small data-way={move.way}>
      <span aria-hidden="true">{signOf(move, t('musics:change.new'))}</span>
      <span className="visually-hidden">{t(`musics:change.${move.way}Words`, { count: move.places })}</span>
    </small>
  )
}
