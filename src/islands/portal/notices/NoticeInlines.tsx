import { Fragment, type ReactNode } from 'react'
import type { TextInline } from '#contract/portal/rich-text.ts'
import { localizePath, stripLocale } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './NoticeText.module.css'

/** Renders text as elements, never as HTML. */
export function NoticeInlines({ inlines }: { inlines: readonly TextInline[] }) {
  return inlines.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
    <Fragment key={at}>{renderInline(inline)}</Fragment>
  ))
}

function renderInline(inline: TextInline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'link':
      return <InlineLink href={inline.href} inlines={inline.children} />
    default:
      return <StyledInline {...inline} />
  }
}

const inlineTags = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const

function StyledInline({ kind, children }: Extract<TextInline, { kind: keyof typeof inlineTags }>) {
  const Tag = inlineTags[kind]
  return (
    <Tag>
      <NoticeInlines inlines={children} />
    </Tag>
  )
}

interface InlineLinkProps {
  href: string
  inlines: readonly TextInline[]
}

function InlineLink({ href, inlines }: InlineLinkProps) {
  if (href.startsWith('/')) {
    return (
      <a href={localizeHref(href)}>
        <NoticeInlines inlines={inlines} />
      </a>
    )
  }
  if (/^mailto:/i.test(href)) {
    return (
      <a href={href}>
        <NoticeInlines inlines={inlines} />
      </a>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <NoticeInlines inlines={inlines} />
      <span className={styles.outside} aria-hidden="true">
        {'\u00a0↗'}
      </span>
      <span className="visually-hidden"> {t('common:newTab')}</span>
    </a>
  )
}

/** Files and API paths have no language. */
const unlocalizedPath = /^\/api\/|\.\w+$/

function localizeHref(href: string): string {
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  return unlocalizedPath.test(path) ? href : localizePath(stripLocale(path), locale()) + suffix
}
