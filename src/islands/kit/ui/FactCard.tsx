import { type HTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './FactCard.module.css'

interface FactCardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  note?: ReactNode
}

export function FactCard({ title, headingRef, note, children, ...rest }: FactCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} {...rest}>
      <h2 ref={headingRef} id={id} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {note && <p className="note">{note}</p>}
      {children}
    </section>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

interface FactProps {
  name: string
  label: string
  children: ReactNode
}

export const Fact = ({ name, label, children }: FactProps) => (
  <div className="grid items-center" data-field={name}>
    <dt className="note">{label}</dt>
    <dd className="line justify-between gap-3 min-0">{children}</dd>
  </div>
)
