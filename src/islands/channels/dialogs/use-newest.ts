import { useState } from 'react'
import type { Channel } from '#contract/channels.ts'

/** The channel as the list or, if that is newer, the last reply says; and how to tell of a reply. */
export function useNewest(listed: Channel) {
  const [reply, setReply] = useState<{ channel: Channel; after: Channel } | null>(null)
  const channel = reply?.after === listed ? reply.channel : listed
  const answered = (newest: Channel) => setReply({ channel: newest, after: listed })
  return { channel, answered }
}
