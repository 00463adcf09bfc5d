import type { Ref } from 'react'
import { t } from '#lib/i18n/strings.ts'
import styles from './TakeButton.module.css'

interface TakeButtonProps {
  /** Of what is taken. */
  name: string
  /** The nickname of the user, who has taken it; null: nobody has. */
  taker: string | null
  onToggle: (takes: boolean) => void
  ref?: Ref<HTMLButtonElement>
}

export const TakeButton = ({ name, taker, onToggle, ref }: TakeButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={styles.take}
    aria-pressed={taker !== null}
    aria-label={t(taker === null ? 'desk:takeOne' : 'desk:releaseOne', { name })}
    onClick={() => onToggle(taker === null)}
  >
    {taker ?? t('desk:take')}
  </button>
)
