import { useStore } from '@nanostores/react'
import { type OperatorAlert, readOperatorAlerts } from '#contract/operations/operator-alerts.ts'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { formatDay } from '#lib/format/day.ts'
import { joinSentences } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Attention.module.css'

const alerts = createQuery($callerKey, readOperatorAlerts, () => ({}))

/** More would fill the screen. */
const maxShown = 3

/** Lists an operator's oldest alerts. If it cannot load, the summary above says where to look. */
export function AlertList() {
  const { result } = useStore(alerts.$state)
  const all = result?.data.alerts ?? []
  const more = all.length - maxShown
  if (all.length === 0) return null
  return (
    <ul className={styles.alerts}>
      {all.slice(0, maxShown).map((alert) => (
        <Alert key={`${alert.kind} ${alert.owner}`} alert={alert} />
      ))}
      {more > 0 && <li className="muted">{t('operator-alerts:more', { count: more })}</li>}
    </ul>
  )
}

/** Marks the place of the command in a text. */
const commandPlace = '{{command}}'

function Alert({ alert: { kind, owner, day, count } }: { alert: OperatorAlert }) {
  const values = {
    ...(owner !== null && { owner }),
    ...(day !== null && { day: formatDay(day, locale()) }),
    ...(count !== null && { count }),
  }
  const [advice, end] = t(`operator-alerts:kinds.${kind}.advice`, values).split(commandPlace)
  return (
    <li data-alert={kind}>
      <strong>{t(`operator-alerts:kinds.${kind}.title`, values)}</strong>{' '}
      <span className="muted">
        {owner === null ? advice : joinSentences(t('operator-alerts:owner', values), advice ?? '')}
        {end !== undefined && (
          <>
            <code>
              youtube connect <span className="nowrap">--owner</span> {owner}
            </code>
            {end}
          </>
        )}
      </span>
    </li>
  )
}
