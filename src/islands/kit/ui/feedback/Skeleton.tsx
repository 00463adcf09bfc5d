import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths; the height defaults to a line of text. */
  width?: string
  height?: string
  isRound?: boolean
  /** Invisible text that sets the width. */
  children?: ReactNode
}

export function Skeleton({ width, height, isRound = false, children }: SkeletonProps) {
  const size = { width: width ?? (children ? undefined : '100%'), height }
  return (
    <span className={`${styles.skeleton} ${isRound ? styles.round : ''}`} style={size} aria-hidden="true">
      {children}
    </span>
  )
}
