import { useId } from 'react'
import type { DeskNotice, NoticeSite } from '#contract/portal/desk/notices.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './NoticeDesk.module.css'
import { fromLocalInput, type Publication, suggestTime, toLocalInput } from './publication.ts'

interface PublicationFieldsProps {
  notice: DeskNotice | null
  sites: readonly NoticeSite[]
  value: Publication
  onChange: (value: Publication) => void
}

export function PublicationFields({ notice, sites, value, onChange }: PublicationFieldsProps) {
  const copies = notice?.copies.map(({ siteId }) => siteId)
  const offered = notice ? sites.filter(({ id }) => id === notice.siteId || copies?.includes(id)) : [...sites]
  const change = (patch: Partial<Publication>) => onChange({ ...value, ...patch })
  return (
    <div className={styles.publication}>
      <SiteChoice
        legend={t(notice && offered.length > 1 ? 'desk-notices:editSites' : 'desk-notices:sites')}
        sites={offered}
        fixedId={notice?.siteId ?? null}
        chosen={value.siteIds}
        onChange={(siteIds) => change({ siteIds })}
      />
      {(!notice || notice.state === 'scheduled') && (
        <TimeChoice time={value.time} onChange={(time) => change({ time })} />
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={value.pinned}
          onChange={({ target }) => change({ pinned: target.checked })}
        />
        <span>
          {t('desk-notices:actions.pin')}
          <small>{t('desk-notices:pinNote')}</small>
        </span>
      </label>
    </div>
  )
}

interface SiteChoiceProps {
  legend: string
  sites: readonly NoticeSite[]
  /** Of the notice that is edited. */
  fixedId: number | null
  chosen: readonly number[]
  onChange: (siteIds: readonly number[]) => void
}

function SiteChoice({ legend, sites, fixedId, chosen, onChange }: SiteChoiceProps) {
  const isAll = sites.every(({ id }) => chosen.includes(id))
  const toggle = (id: number, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className={styles.fieldset}>
      <legend className="text-s medium">{legend}</legend>
      {sites.length > 2 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ target }) =>
              onChange(target.checked ? sites.map(({ id }) => id) : fixedId === null ? [] : [fixedId])
            }
          />
          <span>{t('desk-notices:everySite', { count: sites.length })}</span>
        </label>
      )}
      <div className={styles.sites}>
        {sites.map(({ id, name, domain, color, people }) => (
          <label key={id} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={id === fixedId}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            <i className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            <span className="min-0 break">
              {name}
              <small>
                {domain} ·{' '}
                {t('desk-notices:people', { count: people, number: formatNumber(people, locale()) })}
              </small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function TimeChoice({ time, onChange }: { time: string | null; onChange: (time: string | null) => void }) {
  const id = useId()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <fieldset className={styles.fieldset}>
      <legend className="text-s medium">{t('desk-notices:time.at')}</legend>
      <label className={styles.check}>
        <input type="radio" name={id} checked={time === null} onChange={() => onChange(null)} />
        <span>{t('desk-notices:time.now')}</span>
      </label>
      <label className={styles.check}>
        <input
          type="radio"
          name={id}
          checked={time !== null}
          onChange={() => onChange(suggestTime(new Date()))}
        />
        <span>{t('desk-notices:time.later')}</span>
      </label>
      {time !== null && (
        <div className={styles.time}>
          <label className="visually-hidden" htmlFor={`${id}-time`}>
            {t('desk-notices:time.at')}
          </label>
          <input
            id={`${id}-time`}
            className="input"
            type="datetime-local"
            required
            value={toLocalInput(time)}
            aria-describedby={`${id}-zone`}
            onChange={({ target }) => onChange(fromLocalInput(target.value))}
          />
          <small id={`${id}-zone`} className="caption">
            {t('desk-notices:time.zone', { zone })}
          </small>
        </div>
      )}
    </fieldset>
  )
}
