import { useStore } from '@nanostores/react'
import type { FoundChannel } from '#contract/channels.ts'
import { formatCount } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { ChannelPicture } from '#shared/ChannelPicture.tsx'
import { Skeleton } from '#shared/Skeleton.tsx'
import styles from './AddChannel.module.css'
import { $lookUp } from './look-up.ts'

/** The channel that the link names, before it is registered. */
export function FoundPreview() {
  const { state, channel } = useStore($lookUp)
  return (
    <div className={styles.found} role="status" data-state={state}>
      {state === 'looking' && <Looking />}
      {channel && <Found channel={channel} />}
      {state === 'silent' && <p>{t('channels:add.silent')}</p>}
      {(state === 'idle' || state === 'refused') && <p>{t('channels:add.shownHere')}</p>}
    </div>
  )
}

const Looking = () => (
  <>
    <Skeleton width="44px" height="44px" />
    <div>
      <span className="visually-hidden">{t('channels:add.looking')}</span>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </div>
  </>
)

function Found({ channel: { channelId, name, handle, thumbnail, subscribers } }: { channel: FoundChannel }) {
  return (
    <>
      <ChannelPicture channelId={channelId} address={thumbnail} />
      <div>
        <b>{name}</b>
        <p>
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
