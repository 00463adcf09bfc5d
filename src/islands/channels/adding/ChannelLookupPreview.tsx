import { useStore } from '@nanostores/react'
import type { ChannelPreview } from '#contract/channels/channel-changes.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatCount } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelLookupPreview.module.css'
import { $channelLookup } from './channel-lookup.ts'

export function ChannelLookupPreview() {
  const { state, channel } = useStore($channelLookup)
  return (
    <div className={styles.preview} role="status" data-state={state}>
      {state === 'looking' && <PreviewSkeleton />}
      {channel && <ChannelSummary channel={channel} />}
      {state === 'silent' && <p className="note">{t('channels:add.silent')}</p>}
      {(state === 'idle' || state === 'refused') && <p className="note">{t('channels:add.shownHere')}</p>}
    </div>
  )
}

const PreviewSkeleton = () => (
  <>
    <Skeleton width="44px" height="44px" isRound />
    <div className="grid grow">
      <span className="visually-hidden">{t('channels:add.looking')}</span>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  </>
)

function ChannelSummary({
  channel: { channelId, name, handle, thumbnail, subscribers },
}: {
  channel: ChannelPreview
}) {
  return (
    <>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div className="grid grow">
        <b className="break bold text-m">{name}</b>
        <p className="grid note">
          {handle && <span>{handle}</span>}
          <span>
            {subscribers === null
              ? t('channels:add.hiddenSubscribers')
              : t('channels:add.subscribers', {
                  count: subscribers,
                  subscribers: formatCount(subscribers, locale()),
                })}
          </span>
        </p>
      </div>
    </>
  )
}
