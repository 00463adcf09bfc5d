import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $params } from '#lib/navigation/router.ts'
import styles from './ChannelLink.module.css'
import { buildTrackHref } from './track-link.ts'

interface TrackLinkProps {
  /** Id in the catalog. */
  id: number
  className?: string
  children: ReactNode
}

/** Opens the track's page with the period and member of this one. */
export function TrackLink({ id, className = '', children }: TrackLinkProps) {
  const params = useStore($params)
  return (
    <a className={`${styles.link} ${className}`} href={buildTrackHref(id, params)}>
      {children}
    </a>
  )
}
