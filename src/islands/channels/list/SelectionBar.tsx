import { useStore } from '@nanostores/react'
import { $selection, channelSelection } from '#islands/channels/state/selection.ts'
import { useExport } from '#islands/channels/state/use-export.ts'
import { SelectionBar as Bar } from '#islands/kit/tables/SelectionBar.tsx'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

/** The value of the flag of dialogs about all selected channels. */
const selectedValue = 'selected'

export function SelectionBar() {
  const selection = useStore($selection)
  const { pending, save } = useExport()
  return (
    <Bar
      label={t('channels:select.bar')}
      text={selection.length > 0 ? t('channels:select.count', { count: selection.length }) : null}
      clearLabel={t('channels:select.clear')}
      onClear={channelSelection.clear}
    >
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
    </Bar>
  )
}
