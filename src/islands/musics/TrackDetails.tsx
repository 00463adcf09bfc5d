import { useStore } from '@nanostores/react'
import type { Music } from '#contract/musics.ts'
import { getProfit } from '#contract/reports.ts'
import { getApiUrl } from '#lib/api/base-url.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import { getTabPath } from './filter.ts'
import styles from './TrackDetails.module.css'
import { $trackUsage } from './track-usage.ts'

interface TrackProps {
  music: Music
}

const formatLength = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What kind of music it is, and how long. */
export const TrackCategory = ({ music: { category, lengthSeconds: length_seconds } }: TrackProps) => (
  <span className={styles.kind}>
    {t(`musics:categories.${category}`)}
    {length_seconds !== null && ` · ${formatLength(length_seconds)}`}
  </span>
)

/** What is to be known of a track before it is used. */
export function TrackBadges({ music }: TrackProps) {
  const { official, exclusive, hasTimeLimit: has_time_limit } = music
  if (!official && !exclusive && !has_time_limit) return null
  return (
    <span className={styles.marks}>
      {official && (
        <span data-mark="official" title={t('musics:official.about')}>
          {t('musics:official.name')}
        </span>
      )}
      {exclusive && <ExclusiveBadge music={music} />}
      {has_time_limit && (
        <a
          data-mark="limit"
          href={localizePath('/guides/mobile-unlock', locale())}
          title={t('musics:limitAbout')}
        >
          {t('musics:limit')}
        </a>
      )}
    </span>
  )
}

/** The track's own picture of it, else the site's, else the word. */
function ExclusiveBadge({ music: { exclusive_logo } }: TrackProps) {
  const site = useStore($site)
  const picture = exclusive_logo === null ? site?.exclusive_logo : getApiUrl(exclusive_logo)
  const word = t('musics:exclusive')
  if (!picture) return <span data-mark="exclusive">{word}</span>
  return <img data-mark="exclusive" src={picture} alt={word} title={word} height={20} />
}

/** Ways to tracks of the same mood. */
export const TrackMoods = ({ music: { moodTags: mood_tags } }: TrackProps) =>
  mood_tags.length > 0 && (
    <span className={styles.moods}>
      {mood_tags.map(({ id, name }) => (
        <a key={id} href={getMoodPath(id)}>
          #{name}
        </a>
      ))}
    </span>
  )

export const getMoodPath = (id: number) => `${localizePath(getTabPath('tags'), locale())}?mood=${id}`

/** How many of the person's videos use the track, and what those earned; nothing where none does. */
export function TrackUsage({ music }: TrackProps) {
  const { currency, of } = useStore($trackUsage)
  const use = of.get(music.id)
  if (!use) return null
  return (
    <span className={styles.use} data-use>
      <span>
        {t('musics:uses.videos', { count: use.videos, videos: formatNumber(use.videos, locale()) })}
      </span>{' '}
      <i aria-hidden="true">·</i> <b>{formatMoney(getProfit(use), currency, locale())}</b>
    </span>
  )
}

/** Which days the figures beside tracks are of; the room for it is kept. */
export function UsagePeriod() {
  const { range, of } = useStore($trackUsage)
  const days = range && of.size > 0 && formatDayRange(range.from, range.to, locale())
  return <p className={styles.days}>{days ? t('musics:uses.days', { days }) : '\u00a0'}</p>
}
