import { useStore } from '@nanostores/react'
import type { Currency } from '#contract/platform/params.ts'
import { getRelativeChange } from '#contract/reports/reports.ts'
import { minSimilarChannels, type SimilarTracks as Reply } from '#contract/reports/similar-tracks.ts'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { TrackLink } from '#islands/reports/video-list/TrackLink.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatThousandPrice } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './SimilarTracks.module.css'
import { similarTracks } from './store.ts'

/** Names tracks that earn similar channels more; nothing while there are none, or if they cannot be loaded. */
export function SimilarTracks() {
  const { key, result } = useStore(similarTracks.$state)
  const comparison = result && isSameKey(result.key, key) ? result.data.comparison : null
  if (!result || !comparison || comparison.tracks.length === 0) return null
  const { own, tracks, until } = comparison
  const { currency } = result.data
  return (
    <section className={styles.similar} aria-labelledby="similar-title">
      <h2 id="similar-title">{t('track:similar.title')}</h2>
      <p className={styles.lead}>
        {t('track:similar.lead', { own: formatThousandPrice(own, currency, locale()) })}
      </p>
      <ol className={styles.list}>
        {tracks.map((track) => (
          <SimilarTrack
            key={track.id}
            track={track}
            own={own}
            highest={tracks[0]?.perThousand ?? 1}
            currency={currency}
          />
        ))}
      </ol>
      <details className={styles.method}>
        <summary>{t('track:similar.method')}</summary>
        <p>
          {t('track:similar.explanation', { day: formatDay(until, locale()), number: minSimilarChannels })}
        </p>
      </details>
    </section>
  )
}

interface SimilarTrackProps {
  track: NonNullable<Reply['comparison']>['tracks'][number]
  own: number
  /** The value that fills the bar. */
  highest: number
  currency: Currency
}

function SimilarTrack({
  track: { id, isrc, name, artist, cover, perThousand },
  own,
  highest,
  currency,
}: SimilarTrackProps) {
  const change = getRelativeChange(perThousand, own)
  const share = (amount: number) => Math.max(0, Math.min(100, (amount / highest) * 100))
  return (
    <li data-similar={id}>
      <span className={styles.cover}>
        <Cover cover={cover} seed={isrc} sizes="44px" />
      </span>
      <span className={styles.name}>
        <TrackLink id={id}>
          <span className="break">{name}</span>
        </TrackLink>
        <span className="caption break">{artist}</span>
      </span>
      <span className={styles.value}>
        <b>{formatThousandPrice(perThousand, currency, locale())}</b>
        <span className="caption">
          {change !== null && <ChangeText change={change} comparison={undefined} />}
        </span>
      </span>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share(perThousand)} height="6" />
        <path d={`M${share(own)} -4V10`} vectorEffect="non-scaling-stroke" />
      </svg>
    </li>
  )
}
