import { Fragment, type ReactNode } from 'react'
import type { Locale } from '#contract/platform/locale.ts'
import type { NoticeBlock } from '#contract/portal/notice-text.ts'
import { NoticeInlines } from './NoticeInlines.tsx'
import { NoticeTable } from './NoticeTable.tsx'
import styles from './NoticeText.module.css'

interface NoticeTextProps {
  blocks: readonly NoticeBlock[]
  language: Locale | undefined
}

export const NoticeText = ({ blocks, language }: NoticeTextProps) => (
  <div className={styles.text} lang={language}>
    <Blocks blocks={blocks} />
  </div>
)

const Blocks = ({ blocks }: { blocks: readonly NoticeBlock[] }) =>
  blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
    <Fragment key={at}>{renderBlock(block)}</Fragment>
  ))

function renderBlock(block: NoticeBlock): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <NoticeInlines inlines={block.children} />
        </p>
      )
    case 'heading':
      return <Heading {...block} />
    case 'list':
      return <List {...block} />
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      )
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'table':
      return <NoticeTable {...block} />
  }
}

function Heading({ level, children }: Extract<NoticeBlock, { kind: 'heading' }>) {
  const Tag = `h${level}` as const
  return (
    <Tag>
      <NoticeInlines inlines={children} />
    </Tag>
  )
}

function List({ start, items }: Extract<NoticeBlock, { kind: 'list' }>) {
  const Tag = start === null ? 'ul' : 'ol'
  return (
    <Tag start={start ?? undefined}>
      {items.map((blocks, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
        <li key={at}>
          <Blocks blocks={blocks} />
        </li>
      ))}
    </Tag>
  )
}
