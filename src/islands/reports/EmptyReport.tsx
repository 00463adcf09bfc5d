import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Lazy } from '#islands/ui/Lazy.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { $filter } from './filter.ts'
import { lazyFirstRun } from './lazy-first-run.ts'
import { setMember } from './store.ts'

const noProps = {}

export function EmptyReport({ isMemberMissing = false }: { isMemberMissing?: boolean }) {
  const { member } = useStore($filter)
  if (member === undefined) return <Lazy component={lazyFirstRun} props={noProps} />
  const reason = isMemberMissing ? 'memberGone' : 'member'
  return (
    <section className="card">
      <Message title={t(`reports:empty.${reason}`)} text={t(`reports:empty.${reason}Next`)}>
        <Button onClick={() => setMember()}>{t('reports:empty.showAll')}</Button>
      </Message>
    </section>
  )
}
