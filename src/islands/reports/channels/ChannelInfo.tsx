import { useStore } from '@nanostores/react'
import { getChannelUrl } from '#contract/channels/channel-link.ts'
import type { ChannelRow } from '#contract/reports/channel-report.ts'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { TagChips } from '#islands/reports/frame/tags/TagChips.tsx'
import { ChannelLink } from '#islands/reports/video-list/ChannelLink.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { buildReportPath } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './ChannelReport.module.css'
import { getChannelColor } from './state/series.ts'
import { $channelFilter, $listParams, channelSeries, toggleChannel } from './state/store.ts'

export function ChannelInfo({ channel: { channelId, name, thumbnail, tags } }: { channel: ChannelRow }) {
  const { selected } = useStore($channelFilter)
  return (
    <div className={styles.info}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={selected.includes(channelId)}
        onClick={() => toggleChannel(channelId)}
      >
        <SelectionMark channelId={channelId} />
        <ChannelPicture channelId={channelId} address={thumbnail} />
        <span className="visually-hidden">
          {name} {t('channel-report:list.inCharts')}
        </span>
      </button>
      <span className={styles.text}>
        <ChannelLink channelId={channelId} className={styles.name} listParams={useStore($listParams)}>
          <b className="clamp" title={name}>
            {name}
          </b>
        </ChannelLink>
        <TagChips tags={tags} />
      </span>
      <ChannelLinks channelId={channelId} name={name} />
    </div>
  )
}

function SelectionMark({ channelId }: { channelId: string }) {
  const { selected } = useStore($channelFilter)
  const { result } = useStore(channelSeries.$state)
  const seriesChannels = selected.length > 0 ? [] : (result?.data.report?.channels ?? [])
  return (
    <svg
      className={`icon ${styles.checkbox}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ color: getChannelColor(channelId, selected, seriesChannels) }}
    >
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.5" />
      <path d="M4 8.3 6.8 11 12 5.4" />
    </svg>
  )
}

function ChannelLinks({ channelId, name }: { channelId: string; name: string }) {
  const params = useStore($params)
  const videos = buildReportPath('/report-video', params, { channel: channelId })
  return (
    <p className={styles.links}>
      <a
        className="inline-row gap-1"
        href={localizePath(videos, locale())}
        aria-label={t('channel-report:list.videosOf', { name })}
      >
        {t('channel-report:list.videos')}
      </a>
      <a
        className="inline-row gap-1"
        href={getChannelUrl(channelId)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('channel-report:list.youtubeOf', { name })}
      >
        YouTube
      </a>
      <Permitted permission="channels.change">
        <button
          type="button"
          className="inline-row gap-1"
          aria-label={t('channel-report:list.tagsOf', { name })}
          onClick={() => openDialog('channelTags', channelId)}
        >
          {t('lists:tags')}
        </button>
      </Permitted>
    </p>
  )
}
