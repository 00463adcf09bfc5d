import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { SavedViews } from '#islands/kit/views/SavedViews.tsx'
import { $seesNetwork } from '#lib/api/session.ts'
import { BackLink } from './BackLink.tsx'
import styles from './ItemPage.module.css'
import { MemberSelect } from './MemberSelect.tsx'
import { TimeControls } from './TimeControls.tsx'

interface ItemBarProps {
  /** Path of the report. */
  path: string
  label: string
  /** Empty until the neighbors are known; their column is already there. */
  children: ReactNode
}

/** Heads the page of a video or channel: link back to the report, neighbors, member and period. */
export function ItemBar({ path, label, children }: ItemBarProps) {
  const seesNetwork = useStore($seesNetwork)
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <BackLink path={path}>{label}</BackLink>
        <div className="min-0">{children}</div>
        <div className={styles.controls}>
          <SavedViews />
          {seesNetwork && <MemberSelect />}
          <TimeControls />
        </div>
      </div>
    </div>
  )
}
