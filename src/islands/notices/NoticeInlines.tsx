import { Fragment, type ReactNode } from 'react'
import type { NoticeInline } from '#contract/notice-text.ts'
import { t } from '#lib/i18n/strings.ts'
import { localizeHref } from './localize-href.ts'
import styles from './NoticeText.module.css'

/** A part of a notice's text, as elements: nothing of it is ever read as HTML. */
export function NoticeInlines({ of }: { of: readonly NoticeInline[] }) {
  return of.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
    <Fragment key={at}>{renderInline(inline)}</Fragment>
  ))
}

function renderInline(inline: NoticeInline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'link':
      return <InlineLink href={inline.href} of={inline.children} />
    default:
      return <StyledInline {...inline} />
  }
}

const inlineTags = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const

function StyledInline({ kind, children }: Extract<NoticeInline, { kind: keyof typeof inlineTags }>) {
  const Tag = inlineTags[kind]
  return (
    <Tag>
      <NoticeInlines of={children} />
    </Tag>
  )
}

function InlineLink({ href, of }: { href: string; of: readonly NoticeInline[] }) {
  if (href.startsWith('/')) {
    return (
      <a href={localizeHref(href)}>
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
