import { Fragment, type ReactNode } from 'react'
import type { Locale } from '#contract/platform/locale.ts'
import type { TextBlock } from '#contract/portal/rich-text.ts'
import { t } from '#lib/i18n/strings.ts'
import { NoticeInlines } from './NoticeInlines.tsx'
import styles from './NoticeText.module.css'

interface NoticeTextProps {
  blocks: readonly TextBlock[]
  language: Locale | undefined
}

export const NoticeText = ({ blocks, language }: NoticeTextProps) => (
  <div className={styles.text} lang={language}>
    <Blocks blocks={blocks} />
  </div>
)

const Blocks = ({ blocks }: { blocks: readonly TextBlock[] }) =>
  blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
    <Fragment key={at}>{renderBlock(block)}</Fragment>
  ))

function renderBlock(block: TextBlock): ReactNode {
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

function Heading({ level, children }: Extract<TextBlock, { kind: 'heading' }>) {
  const Tag = `h${level}` as const
  return (
    <Tag>
      <NoticeInlines inlines={children} />
    </Tag>
  )
}

function List({ start, items }: Extract<TextBlock, { kind: 'list' }>) {
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

function NoticeTable({ head, rows }: Extract<TextBlock, { kind: 'table' }>) {
  return (
    <section
      className={styles.table}
      aria-label={t('notices:table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
              <HeadCell key={at} cell={cell} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
            <Row key={at} cells={cells} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Cell = Extract<TextBlock, { kind: 'table' }>['head'][number]

/** An empty header cell is a data cell. */
function HeadCell({ cell }: { cell: Cell }) {
  if (cell.length === 0) return <td />
  return (
    <th scope="col">
      <NoticeInlines inlines={cell} />
    </th>
  )
}

const Row = ({ cells }: { cells: readonly Cell[] }) => (
  <tr>
    {cells.map((cell, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
      <td key={at}>
        <NoticeInlines inlines={cell} />
      </td>
    ))}
  </tr>
)
