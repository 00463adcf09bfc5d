import { useStore } from '@nanostores/react'
import type { Music } from '#contract/musics.ts'
import { apiUrl } from '#lib/api-base.ts'
import { formatMoney, formatNumber } from '#lib/format.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { localePath } from '#lib/language.ts'
import { $site } from '#lib/site.ts'
import { locale, t } from '#lib/strings.ts'
import { tabPath } from './filter.ts'
import styles from './Track.module.css'
import { $uses } from './uses.ts'

interface TrackProps {
  music: Music
}

const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What kind of music it is, and how long. */
export const Kind = ({ music: { category, length_seconds } }: TrackProps) => (
  <span className={styles.kind}>
    {t(`musics:categories.${category}`)}
    {length_seconds !== null && ` · ${lengthOf(length_seconds)}`}
  </span>
)

/** What is to be known of a track before it is used. */
export function Marks({ music }: TrackProps) {
  const { official, exclusive, has_time_limit } = music
  if (!official && !exclusive && !has_time_limit) return null
  return (
    <span className={styles.marks}>
      {official && (
        <span data-mark="official" title={t('musics:official.about')}>
          {t('musics:official.name')}
        </span>
      )}
      {exclusive && <Exclusive music={music} />}
      {has_time_limit && (
        <a
          data-mark="limit"
          href={localePath('/guides/mobile-unlock', locale())}
          title={t('musics:limitAbout')}
        >
          {t('musics:limit')}
        </a>
      )}
    </span>
  )
}

/** The track's own picture of it, else the site's, else the word. */
function Exclusive({ music: { exclusive_logo } }: TrackProps) {
  const site = useStore($site)
  const picture = exclusive_logo === null ? site?.exclusive_logo : apiUrl(exclusive_logo)
  const word = t('musics:exclusive')
  if (!picture) return <span data-mark="exclusive">{word}</span>
  return <img data-mark="exclusive" src={picture} alt={word} title={word} height={20} />
}

/** Ways to tracks of the same mood. */
export const Moods = ({ music: { mood_tags } }: TrackProps) =>
  mood_tags.length > 0 && (
    <span className={styles.moods}>
      {mood_tags.map(({ id, name }) => (
        <a key={id} href={moodPath(id)}>
          #{name}
        </a>
      ))}
    </span>
  )

export const moodPath = (id: number) => `${localePath(tabPath('tags'), locale())}?mood=${id}`

/** How many of the person's videos use the track, and what those earned; nothing where none does. */
export function Use({ music }: TrackProps) {
  const { currency, of } = useStore($uses)
  const use = of.get(music.id)
  if (!use) return null
  return (
    <span className={styles.use} data-use>
      <span>
        {t('musics:uses.videos', { count: use.videos, videos: formatNumber(use.videos, locale()) })}
      </span>{' '}
      <i aria-hidden="true">·</i> <b>{formatMoney(use.profit, currency, locale())}</b>
    </span>
  )
}

/** Which days the figures beside tracks are of; the room for it is kept. */
export function UseDays() {
  const { range, of } = useStore($uses)
  const days = range && of.size > 0 && formatDayRange(range.from, range.to, locale())
  return <p className={styles.days}>{days ? t('musics:uses.days', { days }) : '\u00a0'}</p>
}
