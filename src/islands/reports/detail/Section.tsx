import { type ReactNode, useId } from 'react'
import styles from './Detail.module.css'

interface SectionProps {
  title: string
  /** Controls beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function Section({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
