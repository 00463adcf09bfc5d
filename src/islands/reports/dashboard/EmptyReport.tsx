import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { setMember, setTag } from '#islands/reports/state/store.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import type { MissingFilter } from './use-missing-filter.ts'

const noProps = {}

interface EmptyReportProps {
  missing?: MissingFilter
  /** The dashboard has the first steps; other reports say where they are. */
  hasSteps?: boolean
}

export function EmptyReport({ missing = null, hasSteps = false }: EmptyReportProps) {
  const { member, tag } = useStore($filter)
  if (member === undefined && tag === undefined)
    return hasSteps ? <Lazy component={lazyFirstRun} props={noProps} /> : <StartOnDashboard />
  const filter = missing ?? (tag === undefined ? 'member' : 'tag')
  const reason = missing ? (`${filter}Gone` as const) : filter
  return (
    <section className="card">
      <Message title={t(`reports:empty.${reason}`)} text={t(`reports:empty.${reason}Next`)}>
        {filter === 'tag' ? (
          <Button onClick={() => setTag()}>{t('reports:empty.withoutTag')}</Button>
        ) : (
          <Button onClick={() => setMember()}>{t('lists:showAllMembers')}</Button>
        )}
      </Message>
    </section>
  )
}

const StartOnDashboard = () => (
  <section className="card">
    <Message title={t('reports:empty.start')} text={t('reports:empty.startNext')}>
      <a className="button" href={localizePath('/dashboard', locale())}>
        {t('common:goToDashboard')}
      </a>
    </Message>
  </section>
)

/** Only people without figures load this code and its texts. */
const lazyFirstRun = lazyComponent(async () => {
  const [{ FirstRun }] = await Promise.all([
    import('#islands/reports/first-run/FirstRun.tsx'),
    loadStrings('first-run'),
    loadStrings('payday'),
    loadStrings('payout'),
    loadStrings('channel-states'),
  ])
  return FirstRun
})
