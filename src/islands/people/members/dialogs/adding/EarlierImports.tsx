import type { MemberImport } from '#contract/people/membership/member-import.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Day } from '#islands/kit/ui/Day.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './MemberFile.module.css'

interface EarlierImportsProps {
  imports: readonly MemberImport[]
  pending: boolean
  onUndo: (id: number) => void
}

export const EarlierImports = ({ imports, pending, onUndo }: EarlierImportsProps) =>
  imports.length === 0 ? null : (
    <section className="stack gap-3" aria-label={t('member-file:earlier')}>
      <p className="bold">{t('member-file:earlier')}</p>
      <p className="note">{t('member-file:undoNote')}</p>
      <ul className={styles.lines}>
        {imports.map(({ id, importedAt, importedBy, members, undoneAt }) => (
          <li key={id}>
            <b>
              <Day moment={importedAt} />
            </b>
            <small className="break">
              {t('member-file:imported', { count: members, name: importedBy ?? t('member-file:operator') })}
            </small>
            <span>
              {undoneAt === null ? (
                <Button pending={pending} onClick={() => onUndo(id)}>
                  {t('member-file:undo')}
                </Button>
              ) : (
                t('member-file:wasUndone')
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
