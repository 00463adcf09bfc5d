import { Fragment, type ReactNode } from 'react'
import type { NoticeInline } from '#contract/notice-text.ts'
import { t } from '#lib/strings.ts'
import styles from './NoticeText.module.css'
import { siteAddress } from './site-address.ts'

/** A part of a notice's text, as elements: nothing of it is ever read as HTML. */
export function NoticeInlines({ of }: { of: readonly NoticeInline[] }) {
  return of.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
    <Fragment key={at}>{elementOf(inline)}</Fragment>
  ))
}

function elementOf(inline: NoticeInline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'link':
      return <Link href={inline.href} of={inline.children} />
    default:
      return <Marked {...inline} />
  }
}

const tags = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const

function Marked({ kind, children }: Extract<NoticeInline, { kind: keyof typeof tags }>) {
  const Tag = tags[kind]
  return (
    <Tag>
      <NoticeInlines of={children} />
    </Tag>
  )
}

function Link({ href, of }: { href: string; of: readonly NoticeInline[] }) {
  if (href.startsWith('/')) {
    return (
      <a href={siteAddress(href)}>
        <NoticeInlines of={of} />
      </a>
    )
  }
  if (/^mailto:/i.test(href)) {
    return (
      <a href={href}>
        <NoticeInlines of={of} />
      </a>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <NoticeInlines of={of} />
      <span className={styles.outside} aria-hidden="true">
        {'\u00a0↗'}
      </span>
      <span className="visually-hidden"> {t('notices:newTab')}</span>
    </a>
  )
}
