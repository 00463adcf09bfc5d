import { useStore } from '@nanostores/react'
import type { Channel } from '#contract/channels.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ChannelTimeline } from '#islands/ui/ChannelTimeline.tsx'
import { Skeleton } from '#islands/ui/Skeleton.tsx'
import { t } from '#lib/i18n/strings.ts'
import { channelHistory } from './store.ts'

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
