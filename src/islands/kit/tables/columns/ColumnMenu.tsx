import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDisclosure } from '#islands/kit/hooks/use-disclosure.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './ColumnMenu.module.css'
import type { ColumnChoice } from './column-choice.ts'

interface ColumnMenuProps<Column extends string> {
  choice: ColumnChoice<Column>
  label: (column: Column) => string
}

export function ColumnMenu<Column extends string>({ choice, label }: ColumnMenuProps<Column>) {
  const { isOpen, setOpen, container, trigger } = useDisclosure()
  const panelId = useId()
  return (
    <div ref={container} className={styles.menu}>
      <button
        ref={trigger}
        type="button"
        className="button small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('common:columns.button')}
      </button>
      {isOpen && <ColumnPanel id={panelId} choice={choice} label={label} />}
    </div>
  )
}

function ColumnPanel<Column extends string>({ id, choice, label }: ColumnMenuProps<Column> & { id: string }) {
  const available = useStore(choice.$available)
  const shown = useStore(choice.$shown)
  const isDefault = useStore(choice.$isDefault)
  return (
    <fieldset id={id} className={styles.panel}>
      <legend className="visually-hidden">{t('common:columns.label')}</legend>
      {available.map((column) => (
        <label key={column} className="line gap-2">
          <input type="checkbox" checked={shown.includes(column)} onChange={() => choice.toggle(column)} />
          {label(column)}
        </label>
      ))}
      <button type="button" className="button small" disabled={isDefault} onClick={choice.reset}>
        {t('common:columns.reset')}
      </button>
    </fieldset>
  )
}
