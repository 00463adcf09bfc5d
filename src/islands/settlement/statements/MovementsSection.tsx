import { useState } from 'react'
import { exportMovements } from '#contract/settlement/statements.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import styles from './Statements.module.css'

const lazyMovements = lazyComponent(async () => (await import('./Movements.tsx')).Movements)
const noProps = {}

/** The statement of account; read when it is opened. */
export function MovementsSection({ member }: { member: number | undefined }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <section className={styles.movements}>
      <details onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
        <summary className={styles.summary}>
          <h2>{t('statements:movements.title')}</h2>
          <span className="note">{t('statements:movements.lead')}</span>
        </summary>
        {wasOpened && (
          <Lazy component={lazyMovements} props={noProps} fallback={<Skeleton height="240px" />} />
        )}
      </details>
      <div className={styles.export}>
        <ExportButton endpoint={exportMovements} query={{ member }} table={t('statements:movements.title')} />
      </div>
    </section>
  )
}
