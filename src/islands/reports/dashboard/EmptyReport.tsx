import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { setMember } from '#islands/reports/state/store.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyFirstRun } from './lazy-first-run.ts'

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
