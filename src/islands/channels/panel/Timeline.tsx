import { useStore } from '@nanostores/react'
import type { Channel } from '#contract/channels/channels.ts'
import { channelHistory } from '#islands/channels/state/store.ts'
import { ChannelTimeline } from '#islands/kit/timeline/ChannelTimeline.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'

export function Timeline({ channel }: { channel: Channel }) {
  const { result, error } = useStore(channelHistory.$state)
  const history = result?.key.id === channel.id ? result.data : null
  if (history === null && error)
    return (
      <div className="stack gap-2">
        <p role="alert">{t('channels:panel.failed')}</p>
        <Button onClick={channelHistory.reload}>{t('common:retry')}</Button>
      </div>
    )
  if (history === null) return <Skeleton height="220px" />
  return <ChannelTimeline channel={channel} history={history} />
}
