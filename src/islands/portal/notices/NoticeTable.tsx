import type { NoticeBlock } from '#contract/portal/notice-text.ts'
import { t } from '#lib/i18n/strings.ts'
import { NoticeInlines } from './NoticeInlines.tsx'
import styles from './NoticeText.module.css'

export function NoticeTable({ head, rows }: Extract<NoticeBlock, { kind: 'table' }>) {
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

type Cell = Extract<NoticeBlock, { kind: 'table' }>['head'][number]

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
