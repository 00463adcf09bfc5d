import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { setMember } from '#islands/reports/state/store.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

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

/** Only people without figures load this code and its texts. */
const lazyFirstRun = lazyComponent(async () => {
  const [{ FirstRun }] = await Promise.all([
    import('#islands/reports/first-run/FirstRun.tsx'),
    loadStrings('first-run'),
  ])
  return FirstRun
})
