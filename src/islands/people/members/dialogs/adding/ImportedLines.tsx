import type { ImportedMember } from '#contract/people/membership/member-import.ts'
import { formatFeeDay } from '#islands/people/members/dialogs/fees/fee-day.ts'
import { formatRate } from '#islands/people/members/member-cells.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { addValue, listFacts, listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './MemberFile.module.css'

const maxShownLines = 200

interface ImportedLinesProps {
  lines: readonly ImportedMember[]
  /** The content of refused lines. */
  file: string
}

/** One result for each line; refused ones come first, because they are to be corrected. */
export function ImportedLines({ lines, file }: ImportedLinesProps) {
  const contents = file.split(/\r\n|\r|\n/)
  const sorted = lines.toSorted((a, b) => Number(b.problem !== null) - Number(a.problem !== null))
  const hidden = lines.length - maxShownLines
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it.
    <ul className={styles.lines} data-scrolls tabIndex={0} aria-label={t('member-file:results')}>
      {sorted.slice(0, maxShownLines).map((line) => (
        <Line key={line.line} line={line} content={contents[line.line - 1]?.trim() ?? ''} />
      ))}
      {hidden > 0 && <li>{t('csv-upload:moreLines', { count: hidden })}</li>}
    </ul>
  )
}

function Line({ line, content }: { line: ImportedMember; content: string }) {
  const { line: number, nickname, email, outcome, problem } = line
  return (
    <li data-outcome={outcome}>
      <b className="break">{nickname || t('csv-upload:line', { number: formatNumber(number, locale()) })}</b>
      <small className="break">
        {listFacts([
          ...(nickname ? [t('csv-upload:line', { number: formatNumber(number, locale()) })] : []),
          ...(email ? [email] : []),
        ])}
      </small>
      {problem ? (
        <span>
          <span className="bad">{problem.message}</span>
          {content !== '' && <code>{content}</code>}
        </span>
      ) : (
        <span>{outcome === 'exists' ? describeExisting(line) : describeNew(line)}</span>
      )}
    </li>
  )
}

const describeExisting = ({ differences }: ImportedMember): string =>
  differences.length === 0
    ? t('member-file:exists')
    : addValue(
        t('member-file:existsOther'),
        listNames(differences.map((difference) => t(`member-file:difference.${difference}`))),
      )

const describeNew = ({ roles, fee_rate, fromDay, channels }: ImportedMember): string =>
  listFacts([
    t('member-file:created'),
    ...(roles.join() === 'member'
      ? []
      : [listNames(roles.map((role) => t(role === 'member' ? 'lists:member' : `roles:names.${role}`)))]),
    ...(fee_rate === null
      ? []
      : [
          fromDay === null
            ? addValue(t('members:column.rate'), formatRate(fee_rate))
            : t('member-file:feeFrom', { rate: formatRate(fee_rate), day: formatFeeDay(fromDay) }),
        ]),
    ...(channels.length === 0 ? [] : [addValue(t('common:channels'), listNames(channels))]),
  ])
