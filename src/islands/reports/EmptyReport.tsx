import { useStore } from '@nanostores/react'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import styles from './Report.module.css'
import { $filter } from './scope.ts'
import { chooseMember } from './store.ts'

/** Nothing has been counted yet, for anybody or for the chosen member. */
export function EmptyReport() {
  const { member } = useStore($filter)
  const whose = member === null ? 'report' : 'member'
  return (
    <section className={styles.card}>
      <Message title={t(`reports:empty.${whose}`)} text={t(`reports:empty.${whose}Next`)}>
        {member !== null && <Button onClick={() => chooseMember(null)}>{t('reports:empty.showAll')}</Button>}
      </Message>
    </section>
  )
}
