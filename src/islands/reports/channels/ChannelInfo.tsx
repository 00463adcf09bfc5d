import { useStore } from '@nanostores/react'
import type { ChannelRow } from '#contract/channel-report.ts'
import { localePath } from '#lib/language.ts'
import { reportAddress } from '#lib/report-address.ts'
import { $params } from '#lib/router.ts'
import { locale, t } from '#lib/strings.ts'
import { ChannelPicture } from '#shared/ChannelPicture.tsx'
import styles from './ChannelReport.module.css'
import { channelColor } from './series.ts'
import { $channelFilter, channelSeries, toggleChannel } from './store.ts'

/** Picture and name as a button that narrows the charts to the channel, and where else it can be looked at. */
export function ChannelInfo({ channel: { channelId, name, thumbnail } }: { channel: ChannelRow }) {
  const { chosen } = useStore($channelFilter)
  return (
    <div className={styles.info}>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={chosen.includes(channelId)}
        onClick={() => toggleChannel(channelId)}
      >
        <Mark channelId={channelId} />
        <ChannelPicture channelId={channelId} address={thumbnail} />
        <b title={name}>{name}</b>
        <span className="visually-hidden">{t('channel-report:list.inCharts')}</span>
      </button>
      <Links channelId={channelId} name={name} />
    </div>
  )
}

/** A box in the channel's colour, ticked where the channel was chosen. */
function Mark({ channelId }: { channelId: string }) {
  const { chosen } = useStore($channelFilter)
  const { answer } = useStore(channelSeries.$state)
  const shown = chosen.length > 0 ? [] : (answer?.data.report?.channels ?? [])
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ color: channelColor(channelId, chosen, shown) }}
    >
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.5" />
      <path d="M4 8.3 6.8 11 12 5.4" />
    </svg>
  )
}

function Links({ channelId, name }: { channelId: string; name: string }) {
  const params = useStore($params)
  const videos = reportAddress('/report-video', params, { channel: channelId })
  return (
    <p className={styles.links}>
      <a href={localePath(videos, locale())} aria-label={t('channel-report:list.videosOf', { name })}>
        {t('channel-report:list.videos')}
      </a>
      <a
        href={`https://www.youtube.com/channel/${channelId}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t('channel-report:list.youtubeOf', { name })}
      >
        YouTube
      </a>
    </p>
  )
}
