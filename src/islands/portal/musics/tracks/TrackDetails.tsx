import { useStore } from '@nanostores/react'
import { getProfit } from '#contract/reports/reports.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { getTabPath } from '#islands/portal/musics/state/filter.ts'
import { $trackUsage } from '#islands/portal/musics/state/track-usage.ts'
import { buildTrackHref } from '#islands/reports/video-list/track-link.ts'
import { getApiUrl } from '#lib/api/base-url.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import styles from './TrackDetails.module.css'

interface TrackProps {
  music: Music
}

const formatLength = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface TrackCategoryProps extends TrackProps {
  /** Omits the length where it says that the preview is missing. */
  short?: boolean
  /** The page says elsewhere that the preview is missing. */
  hasPreviewRow?: boolean
}

export function TrackCategory({ music, short = false, hasPreviewRow = false }: TrackCategoryProps) {
  const { category, lengthSeconds, audio } = music
  const lacksPreview = audio === null && !hasPreviewRow
  const hasLength = lengthSeconds !== null && !(short && lacksPreview)
  return (
    <span className="caption">
      {t(`musics:categories.${category}`)}
      {hasLength && ` · ${formatLength(lengthSeconds)}`}
      {lacksPreview && ` · ${t('musics:preview.none')}`}
    </span>
  )
}

export function TrackBadges({ music }: TrackProps) {
  const { official, exclusive, hasTimeLimit } = music
  if (!official && !exclusive && !hasTimeLimit) return null
  return (
    <span className={styles.badges}>
      {official && (
        <span data-badge="official" title={t('musics:official.about')}>
          {t('musics:official.name')}
        </span>
      )}
      {exclusive && <ExclusiveBadge music={music} />}
      {hasTimeLimit && (
        <a
          data-badge="limit"
          href={localizePath('/guides/mobile-unlock', locale())}
          title={t('musics:limitAbout')}
        >
          {t('musics:limit')}
        </a>
      )}
    </span>
  )
}

function ExclusiveBadge({ music: { exclusive_logo } }: TrackProps) {
  const site = useStore($site)
  const picture = exclusive_logo === null ? site?.exclusive_logo : getApiUrl(exclusive_logo)
  const word = t('musics:exclusive')
  if (!picture) return <span data-badge="exclusive">{word}</span>
  return <img data-badge="exclusive" src={picture} alt={word} title={word} height={20} />
}

export const TrackMoods = ({ music: { moodTags } }: TrackProps) =>
  moodTags.length > 0 && (
    <span className={styles.moods}>
      {moodTags.map(({ id, name }) => (
        <a key={id} href={getMoodPath(id)}>
          #{name}
        </a>
      ))}
    </span>
  )

export const getMoodPath = (id: number) => `${localizePath(getTabPath('tags'), locale())}?mood=${id}`

/** The usage covers six months, and so does the linked page. */
const usagePeriod = { period: 'six-months' }

/** Links to the track's page. Covers the nearest positioned ancestor. */
export const TrackName = ({ music: { id, name } }: TrackProps) => (
  <a
    className={`underlined stretched-link ${styles.name}`}
    href={buildTrackHref(id, usagePeriod)}
    draggable={false}
  >
    {name}
  </a>
)

export function TrackUsage({ music }: TrackProps) {
  const { currency, of } = useStore($trackUsage)
  const usage = of.get(music.id)
  if (!usage) return null
  return (
    <a className={`caption ${styles.usage}`} href={buildTrackHref(music.id, usagePeriod)} data-usage>
      <span>
        {t('musics:uses.videos', { count: usage.videos, videos: formatNumber(usage.videos, locale()) })}
      </span>{' '}
      <i aria-hidden="true">·</i> <b>{formatMoney(getProfit(usage), currency, locale())}</b>
    </a>
  )
}

export function UsagePeriod() {
  const { range, of } = useStore($trackUsage)
  const days = range && of.size > 0 && formatDayRange(range.from, range.to, locale())
  return <p className="caption">{days ? t('musics:uses.days', { days }) : '\u00a0'}</p>
}
