import { type ReactNode, useEffect, useRef } from 'react'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import styles from './Outcome.module.css'

interface OutcomeProps {
  title: string
  text: string
  failed?: boolean
  children?: ReactNode
}

/** What became of a sign-in or a link, and where to go on. */
export const Outcome = ({ title, text, failed = false, children }: OutcomeProps) => (
  <div className={styles.outcome}>
    <Heading>{title}</Heading>
    <p role={failed ? 'alert' : 'status'}>{text}</p>
    {children && <div className={styles.actions}>{children}</div>}
  </div>
)

/** Takes over the focus of the content that it has replaced. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new title.
  useEffect(() => heading.current?.focus(), [children])
  return (
    <h1 ref={heading} className={styles.title} tabIndex={-1}>
      {children}
    </h1>
  )
}

interface PageLinkProps {
  path: string
  primary?: boolean
  children: string
}

export const PageLink = ({ path, primary = false, children }: PageLinkProps) => (
  <a className="button" data-kind={primary ? 'primary' : undefined} href={localizePath(path, locale())}>
    {children}
  </a>
)
