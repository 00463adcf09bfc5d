import type { ReactNode } from 'react'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from './ListSkeleton.module.css'

interface ListSkeletonProps {
  rows: number
  /** Sets `--head-height`, `--row-height` and, for a phone, `--card-height`. */
  className: string | undefined
  picture?: ReactNode
}

export const ListSkeleton = ({ rows, className, picture }: ListSkeletonProps) => (
  <div className={`${styles.skeleton} ${className}`} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <div key={row} className="line gap-3">
        {picture}
        <SkeletonLines />
      </div>
    ))}
  </div>
)

export const SkeletonLines = () => (
  <span className={styles.lines}>
    <Skeleton width="60%" />
    <Skeleton width="35%" />
  </span>
)
