import { t } from '#lib/i18n/strings.ts'
import styles from './SavedViews.module.css'
import { ViewsButton } from './ViewsButton.tsx'

/** A button in the header of a screen that opens the person's saved views; a phone has the icon of the bar instead. */
export const SavedViews = () => (
  <ViewsButton className={styles.header} buttonClass="button text-s nowrap" label={t('shell:savedViews')} />
)
