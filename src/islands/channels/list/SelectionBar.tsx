import { useStore } from '@nanostores/react'
import { $selection, clearSelection } from '#islands/channels/state/selection.ts'
import { useExport } from '#islands/channels/state/use-export.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './SelectionBar.module.css'

/** The value of the flag of dialogs about all selected channels. */
const selectedValue = 'selected'

export function SelectionBar() {
  const selection = useStore($selection)
  const { pending, save } = useExport()
  return (
    <section className={styles.place} aria-label={t('channels:select.bar')}>
      <p className="visually-hidden" role="status">
        {selection.length > 0 && t('channels:select.count', { count: selection.length })}
      </p>
      {selection.length > 0 && (
        <div className={styles.bar}>
          <b aria-hidden="true">{t('channels:select.count', { count: selection.length })}</b>
          <button type="button" onClick={() => openDialog('assignMany', selectedValue)}>
            {t('channels:select.assign')}
          </button>
          <button type="button" onClick={() => openDialog('unassignMany', selectedValue)}>
            {t('channels:select.unassign')}
          </button>
          <button
            type="button"
            aria-label={t('channels:export.selected')}
            aria-busy={pending || undefined}
            disabled={pending}
            onClick={() => save(selection.map(({ id }) => id))}
          >
            CSV
          </button>
          <button type="button" aria-label={t('channels:select.clear')} onClick={clearSelection}>
            <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6M9 3l-6 6" />
            </svg>
          </button>
        </div>
      )}
    </section>
  )
}
