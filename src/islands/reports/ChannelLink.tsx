import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $params } from '#lib/navigation/router.ts'
import { buildChannelHref } from './channel-link.ts'

interface ChannelLinkProps {
  channelId: string
  className?: string
  children: ReactNode
}

/** To the channel's page, with the period and member of this one. */
export const ChannelLink = ({ channelId, className = 'underlined min-0', children }: ChannelLinkProps) => (
  <a className={className} href={buildChannelHref(channelId, useStore($params))}>
    {children}
  </a>
)
