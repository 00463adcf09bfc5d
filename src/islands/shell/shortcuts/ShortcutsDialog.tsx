import { Fragment, type ReactNode, useState } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import { areShortcutsOn, getRegisteredShortcuts, turnShortcuts } from '#lib/navigation/shortcuts.ts'
import styles from './ShortcutsDialog.module.css'
import { listScreenShortcuts } from './shortcut-keys.ts'

const closeDialog = () => setParams({ shortcuts: undefined }, { replace: true })

interface KeysProps {
  keys: readonly string[]
  children: ReactNode
}

const Keys = ({ keys, children }: KeysProps) => (
  <div className="line justify-between gap-3">
    <dt>{children}</dt>
    <dd className="line gap-1">
      {keys.map((key) => (
        <Fragment key={key}>
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </dd>
  </div>
)

export function ShortcutsDialog() {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <Dialog title={t('shell:shortcuts')} swipe="down" onClose={closeDialog}>
      <label className={styles.setting}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turnShortcuts(target.checked)
            setIsOn(target.checked)
          }}
        />
        {t('shortcuts:on')}
      </label>
      <dl className={styles.list} data-off={!isOn || undefined}>
        <Keys keys={['/']}>{t('shortcuts:search')}</Keys>
        <Keys keys={['j', 'k']}>{t('shortcuts:rows')}</Keys>
        <Keys keys={['Enter']}>{t('shortcuts:open')}</Keys>
        {getRegisteredShortcuts().map(({ key, label }) => (
          <Keys key={key} keys={[key]}>
            {label}
          </Keys>
        ))}
        <Keys keys={['?']}>{t('shortcuts:help')}</Keys>
      </dl>
      <h3>{t('shortcuts:screens')}</h3>
      <dl className={styles.list} data-off={!isOn || undefined}>
        {listScreenShortcuts().map(({ name, key }) => (
          <Keys key={name} keys={['g', key]}>
            {t(`shell:views.${name}`)}
          </Keys>
        ))}
      </dl>
      <div className="dialog-actions wrap justify-end gap-2">
        <Button onClick={closeDialog}>{t('common:close')}</Button>
      </div>
    </Dialog>
  )
}
