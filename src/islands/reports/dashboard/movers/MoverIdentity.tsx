import type { Mover, MoverKind } from '#contract/reports/movers.ts'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { Cover } from '#islands/kit/ui/pictures/Cover.tsx'
import { Thumbnail } from '#islands/kit/ui/pictures/Thumbnail.tsx'
import styles from '#islands/reports/metrics/Answer.module.css'
import { ChannelLink } from '#islands/reports/video-list/ChannelLink.tsx'
import { TrackLink } from '#islands/reports/video-list/TrackLink.tsx'
import { VideoButton } from '#islands/reports/video-list/VideoButton.tsx'
import { t } from '#lib/i18n/strings.ts'

interface MoverProps {
  kind: MoverKind
  mover: Mover
}

/** Opens what it names, as far as that has a page or a dialog. */
export function MoverName({ kind, mover: { id, channelId, name, musicId } }: MoverProps) {
  const text = (
    <span className={`truncate min-0 ${styles.moverName}`} title={name ?? undefined}>
      {name ?? t('reports:movers.unnamed', { id })}
    </span>
  )
  if (kind === 'channel') return <ChannelLink channelId={id}>{text}</ChannelLink>
  if (musicId !== null) return <TrackLink id={musicId}>{text}</TrackLink>
  return channelId === null ? text : <VideoButton video={{ videoId: id, channelId }}>{text}</VideoButton>
}

export function MoverPicture({ kind, mover: { id, channelId, thumbnail, cover } }: MoverProps) {
  if (kind === 'track') return <Cover cover={cover} seed={id} sizes="24px" />
  return channelId === null ? (
    <ChannelPicture channelId={id} address={thumbnail} />
  ) : (
    <Thumbnail videoId={id} path={thumbnail} />
  )
}
