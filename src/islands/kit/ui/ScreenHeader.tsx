import type { ReactNode } from 'react'
import styles from './ScreenHeader.module.css'

interface ScreenHeaderProps {
  title: string
  lead: string
  children?: ReactNode
}

export const ScreenHeader = ({ title, lead, children }: ScreenHeaderProps) => (
  <header className={`wrap items-start justify-between gap-3 ${styles.header}`}>
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="note">{lead}</p>
    </div>
    {children}
  </header>
)
