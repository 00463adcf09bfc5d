import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $filter } from './filter.ts'
import { setMember } from './store.ts'

export function EmptyReport() {
  const { member } = useStore($filter)
  const whose = member === undefined ? 'report' : 'member'
  return (
    <section className="card">
      <Message title={t(`reports:empty.${whose}`)} text={t(`reports:empty.${whose}Next`)}>
        {member !== undefined && <Button onClick={() => setMember()}>{t('reports:empty.showAll')}</Button>}
      </Message>
    </section>
  )
}
