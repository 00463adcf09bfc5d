import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** CSS lengths. The height is a line of text where none is given. */
  width?: string
  height?: string
}

/** A grey block of the size of what will be there. */
export function Skeleton({ width = '100%', height }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
