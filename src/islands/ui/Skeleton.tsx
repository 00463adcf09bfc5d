import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths. The height is a line of text where none is given. */
  width?: string
  height?: string
  /** Unseen text that gives it its width. */
  children?: ReactNode
}

/** A grey block of the size of what will be there. */
export function Skeleton({ width, height, children }: SkeletonProps) {
  const size = { width: width ?? (children ? undefined : '100%'), height }
  return (
    <span className={styles.skeleton} style={size} aria-hidden="true">
      {children}
    </span>
  )
}
