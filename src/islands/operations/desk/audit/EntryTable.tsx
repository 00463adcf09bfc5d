import type { AuditLogEntry } from '#contract/operations/desk/audit.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { formatFullMoment } from '#lib/format/moment.ts'
import { missingValue } from '#lib/format/number.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Audit.module.css'
import { Changes } from './Changes.tsx'
import { nameActor, nameSubject } from './names.ts'
import { setFilter } from './store.ts'

export const EntryTable = ({ entries }: { entries: readonly AuditLogEntry[] }) => (
  <DataTable
    columns={getColumns()}
    rows={entries}
    getKey={({ id }) => id}
    getAttributes={({ id }) => ({ 'data-entry': id })}
    caption={t('desk-audit:list')}
    labelledBy="audit-list"
    className={styles.list}
    cardsClassName={styles.cards}
  />
)

const getColumns = (): ListColumn<AuditLogEntry>[] => [
  {
    key: 'action',
    label: t('desk-audit:columns.auditAction'),
    isHeading: true,
    cell: ({ action, at }) => (
      <span className={styles.what}>
        <b className="medium break">{action}</b>
        <Moment at={at} />
      </span>
    ),
  },
  {
    key: 'who',
    label: t('desk-audit:columns.who'),
    isText: true,
    card: 'fact',
    cell: (entry) => <Who entry={entry} />,
  },
  {
    key: 'subject',
    label: t('desk-audit:columns.auditSubject'),
    isText: true,
    card: 'fact',
    cell: (entry) => <Subject entry={entry} />,
  },
  {
    key: 'changes',
    label: t('desk-audit:columns.auditChanges'),
    isText: true,
    card: 'line',
    cell: (entry) => <Changes entry={entry} />,
  },
]

export const Moment = ({ at }: { at: string }) => (
  <time className="caption nowrap" dateTime={at}>
    {formatFullMoment(at, locale())}
  </time>
)

/** For the command line, with the name that the person gave. */
function Who({ entry: { actor, actorId, actorName, address, site } }: { entry: AuditLogEntry }) {
  const name =
    actor === 'account'
      ? (actorName ?? addNote(t('lists:deletedAccount'), actorId ?? missingValue))
      : actorName === null
        ? nameActor(actor)
        : addNote(nameActor(actor), actorName)
  return (
    <span className={styles.who}>
      <span className="break">{name}</span>
      {(site !== null || address !== null) && (
        <small className="caption break">{[site, address].filter((part) => part !== null).join(' · ')}</small>
      )}
    </span>
  )
}

/** Its name leads to all entries about it. */
function Subject({ entry: { subject, subjectId, subjectName } }: { entry: AuditLogEntry }) {
  if (subject === null || subjectId === null) return <span className="muted">{missingValue}</span>
  const kind = nameSubject(subject)
  const name = subjectName ?? subjectId
  return (
    <span className={styles.who}>
      <button
        type="button"
        className={`inline-button break ${styles.subject}`}
        aria-label={t('desk-audit:subject.show', { name })}
        onClick={() => setFilter({ subject: `${subject} ${subjectId}` })}
      >
        {name}
      </button>
      <small className="caption">{subjectName === null ? kind : addNote(kind, subjectId)}</small>
    </span>
  )
}
