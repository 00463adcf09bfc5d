import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { buildChannelHref } from '#islands/reports/state/channel-link.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './ChannelLink.module.css'

interface ChannelLinkProps {
  channelId: string
  className?: string
  /** See `buildChannelHref`. */
  listParams?: Readonly<Record<string, string>>
  children: ReactNode
}

/** Opens the channel's page with the period and member of this one. */
export function ChannelLink({ channelId, className = '', listParams, children }: ChannelLinkProps) {
  const params = useStore($params)
  return (
    <a className={`${styles.link} ${className}`} href={buildChannelHref(channelId, params, listParams)}>
      {children}
    </a>
  )
}
