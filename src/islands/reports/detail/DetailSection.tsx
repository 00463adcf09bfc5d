import { type ReactNode, useId } from 'react'
import styles from './Detail.module.css'

interface DetailSectionProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function DetailSection({ title, actions, children }: DetailSectionProps) {
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
