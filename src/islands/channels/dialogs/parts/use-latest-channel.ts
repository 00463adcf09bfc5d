import { useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'

export function useLatestChannel(listChannel: Channel) {
  const [response, setResponse] = useState<{ channel: Channel; after: Channel } | null>(null)
  const channel = response?.after === listChannel ? response.channel : listChannel
  const setLatestChannel = (newest: Channel) => setResponse({ channel: newest, after: listChannel })
  return { channel, setLatestChannel }
}
