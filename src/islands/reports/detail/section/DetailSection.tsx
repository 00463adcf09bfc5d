import { type ReactNode, useId } from 'react'
import styles from './Detail.module.css'

interface DetailSectionProps {
  title: string
  actions?: ReactNode
  /** Level of its heading. */
  level?: 'h2' | 'h3'
  children: ReactNode
}

export function DetailSection({ title, actions, level: Heading = 'h3', children }: DetailSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <Heading id={id}>{title}</Heading>
        {actions}
      </div>
      {children}
    </section>
  )
}
