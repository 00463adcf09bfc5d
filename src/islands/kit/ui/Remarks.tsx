import type { ReactNode } from 'react'
import styles from './Remarks.module.css'

/** Short remarks in a row, with a dot between two of them, but none where a line begins or ends. */
export const Remarks = ({ children }: { children: ReactNode }) => (
  <span className={styles.remarks}>{children}</span>
)

interface RemarkProps {
  children: ReactNode
  audience?: 'member'
}

export const Remark = ({ children, audience }: RemarkProps) => (
  <span className={styles.remark} data-audience={audience}>
    <span className={styles.dot} aria-hidden="true">
      {' '}
      ·{' '}
    </span>
    {children}
  </span>
)
