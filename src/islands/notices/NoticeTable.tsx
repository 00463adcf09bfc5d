import type { NoticeBlock } from '#contract/notice-text.ts'
import { t } from '#lib/i18n/strings.ts'
import { NoticeInlines } from './NoticeInlines.tsx'
import styles from './NoticeText.module.css'

/** A table in a box of its own, which scrolls where it is wider than the page. */
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
              <HeadCell key={at} of={cell} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
            <Row key={at} of={cells} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Cell = Extract<NoticeBlock, { kind: 'table' }>['head'][number]

/** A heading says something. */
function HeadCell({ of }: { of: Cell }) {
  if (of.length === 0) return <td />
  return (
    <th scope="col">
      <NoticeInlines of={of} />
    </th>
  )
}

const Row = ({ of }: { of: readonly Cell[] }) => (
  <tr>
    {of.map((cell, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a notice never move
      <td key={at}>
        <NoticeInlines of={cell} />
      </td>
    ))}
  </tr>
)
